"""Helpers for all rooms, without database tables: names, addresses, limits, moments, files."""
