"""What results are worth: points, standings, tie-breaks. Exact arithmetic, no floats."""
