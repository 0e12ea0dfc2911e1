"""Lists of players from files: reading them, judging each row, matching rows with players."""
