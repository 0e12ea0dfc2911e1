"""Back up the whole installation as one encrypted file, and restore it (ADR 51)."""
