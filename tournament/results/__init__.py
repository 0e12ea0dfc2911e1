"""Results: from tables and from paper, confirmed, corrected, in conflict."""
