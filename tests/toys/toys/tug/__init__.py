"""A rope between two teams."""
