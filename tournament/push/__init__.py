"""Pushing a player's seat to the phones that asked for it (RFC 8030, 8291, 8292)."""
