"""Game records: read from files, imported for a round, stored with their result, played again."""
