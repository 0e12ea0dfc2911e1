"""An event's settings and life: made, announced, called off, deleted."""
