"""What is run by hand, now and then, and does not ship."""
