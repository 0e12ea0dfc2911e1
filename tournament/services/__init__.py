"""Every write of the tournament: keyword-only, atomic, with `by` and an audit row."""
