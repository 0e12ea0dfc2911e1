"""The pages of tournaments: thin functions that choose a selector and a template."""
