"""Lists of players from files: read, judged row by row, matched with players."""
