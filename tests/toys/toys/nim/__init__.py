"""One heap of sticks."""
