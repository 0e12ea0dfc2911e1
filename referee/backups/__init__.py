"""Backups: save an event as one file, and restore it from one."""
