"""What everybody sees of one table: its board, ledger, statement and replay."""
