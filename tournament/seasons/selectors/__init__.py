"""Selectors: each in a fixed number of queries."""
