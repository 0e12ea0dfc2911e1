"""Writes: addresses, the outbox of their messages, and what became of each attempt."""
