"""A player's results over events, on one public page that the player alone makes and ends."""
