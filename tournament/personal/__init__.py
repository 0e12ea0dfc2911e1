"""A player's own page, and the data stored about the player."""
