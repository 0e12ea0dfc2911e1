"""How languages write days and times, where Django does otherwise."""
