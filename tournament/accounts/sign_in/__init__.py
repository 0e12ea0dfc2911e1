"""Signing in: who is let in, how often one may try, and how long it lasts."""
