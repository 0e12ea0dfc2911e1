"""Other programs are told what the public sees of an event change: addresses, messages, sending."""
