"""The whole event as everybody follows it.

It has published versions, streams, lists, and how to verify the event.
"""
