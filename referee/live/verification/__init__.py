"""Verify an event from outside: replay its records and compare them with what was published."""
