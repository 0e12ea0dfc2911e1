"""Verifying an event from outside: its records are played again, and what was published of them is
compared with what they come to."""
