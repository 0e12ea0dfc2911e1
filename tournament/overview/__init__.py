"""The organiser's way through an event: what waits, and the page of each round."""
