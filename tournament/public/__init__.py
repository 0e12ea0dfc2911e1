"""What everybody may see of an event, on pages, screens and other sites."""
