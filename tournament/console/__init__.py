"""Parts of every page of the organiser's console."""
