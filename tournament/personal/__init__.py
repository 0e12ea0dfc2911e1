"""A player's own page, and what is kept of the player."""
