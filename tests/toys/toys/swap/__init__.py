"""A market without turns."""
