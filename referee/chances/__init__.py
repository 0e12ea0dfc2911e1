"""Chances of running games and turning points of finished ones.

They are computed apart, stored and shown.
"""
