"""Tools that developers run on the repository itself."""
