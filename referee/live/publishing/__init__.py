"""Publishing: what changed of an event becomes its next public version."""
