"""What other sites show of an event: a frame, a picture."""
