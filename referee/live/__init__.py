"""The whole event as everybody follows it: published versions, streams, lists, how to verify it."""
