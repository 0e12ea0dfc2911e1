"""Verification of an event from outside.

Its records are replayed and compared with the published values.
"""
