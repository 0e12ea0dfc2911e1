"""Formats of days and times in which our languages differ from Django's."""
