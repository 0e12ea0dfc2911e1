"""Pages: what everybody sees of a season, and how its organiser makes it."""
