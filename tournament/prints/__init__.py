"""Prints: an event's and a round's papers as PDF, from badges to certificates."""
