"""The tablets: how one is paired with a table, and what proves that it is."""
