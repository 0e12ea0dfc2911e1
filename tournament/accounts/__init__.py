"""Accounts of those who run events: signing in, second factor, roles, invitations."""
