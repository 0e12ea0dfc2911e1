"""Rounds: their states, clock and seats."""
