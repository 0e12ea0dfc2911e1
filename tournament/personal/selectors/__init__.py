"""Reads: each in a fixed number of queries, for the public unless told otherwise."""
