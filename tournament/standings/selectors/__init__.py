"""Selectors, each in a fixed number of queries.

They are for the public if no `reader` is given.
"""
