"""Say what the die shows, or what it does not, and get a pawn over the bridge."""
