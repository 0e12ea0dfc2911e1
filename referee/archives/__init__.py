"""Everything of an event in one file, as far as a person may see it."""
