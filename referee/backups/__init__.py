"""An event saved as one file, and put back from it."""
