"""Writes: keyword-only, atomic, with `by` and an audit row."""
