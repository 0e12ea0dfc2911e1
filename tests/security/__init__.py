"""The attacks on what has landed, by name: each is refused, or does no harm."""
