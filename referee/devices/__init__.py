"""Tablets: pairing them with tables, and the tokens that identify them."""
