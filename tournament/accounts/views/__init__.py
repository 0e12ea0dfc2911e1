"""Pages of a person's own account, and of the members of an event.

The account shows its ways to sign in, and where it is signed in.
"""
