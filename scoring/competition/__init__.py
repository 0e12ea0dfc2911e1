"""The value of results: points, standings, tie-breaks. Exact arithmetic, no floats."""
