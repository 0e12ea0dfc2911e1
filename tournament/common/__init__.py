"""Helpers for all rooms, without database tables.

They are about names, addresses, limits, moments and files.
"""
