"""The public side of one table: its board, ledger, statement and replay."""
