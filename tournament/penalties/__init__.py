"""Cautions, penalties and forfeited tables."""
