"""A person's own account: what it signs in with, and where it is signed in; who is a member."""
