"""The public side of an event, on pages, screens and other sites."""
