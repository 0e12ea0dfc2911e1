"""A game's end in words and figures, for pages and terminals alike."""
