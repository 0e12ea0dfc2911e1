"""The append-only log of one board: what was reported, by whom, and what was decided then."""
