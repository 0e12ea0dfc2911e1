"""Writes: seasons, their events, who is one person in them, and the ratings."""
