"""A copy of an event's public pages as files that need no server."""
