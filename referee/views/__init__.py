"""The public page of one table: its board, its ledger, its statement, its record."""
