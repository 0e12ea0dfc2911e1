"""Game records: reading, import for a round, storage, and replay.

They are read from files and stored with their result.
"""
