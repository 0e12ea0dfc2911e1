"""Standings: the order and its reasons, finals, prizes, the reveal."""
