"""A practice event with made-up players, made and deleted with one press each."""
