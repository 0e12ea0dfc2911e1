"""The e-mails that are to be sent, and what became of each."""
