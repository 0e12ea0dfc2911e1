"""Selectors: each in a fixed number of queries, and for the public if no `reader` is given."""
