"""What all rooms use and no table knows: names, addresses, limits, moments, files."""
