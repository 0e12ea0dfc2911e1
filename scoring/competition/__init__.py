"""Points, standings and tie-breaks from results, in exact arithmetic (no floats)."""
