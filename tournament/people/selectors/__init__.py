"""Selectors of people; for the public unless a reader is named.

Each takes a fixed number of queries.
"""
