"""The append-only log of one board.

It holds the reports, their authors, and the decisions made at that time.
"""
