"""Pages: thin functions that choose a selector and a template."""
