"""E-mails: which are due, what they say, and how they are sent."""
