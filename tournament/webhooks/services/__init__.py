"""Writes: addresses, the outbox of their messages, and each attempt's outcome."""
