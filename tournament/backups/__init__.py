"""Backups of events as files on this server: their folders and their list."""
