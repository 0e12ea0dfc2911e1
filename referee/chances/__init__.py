"""Chances of running games and turning points of finished ones: computed apart, stored, shown."""
