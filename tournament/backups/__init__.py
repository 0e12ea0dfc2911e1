"""Backups of events as files of this server: where they lie, and which there are."""
