"""Parts of an event that other sites show: a frame, a picture."""
