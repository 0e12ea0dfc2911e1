"""Checks of the installation, each with what to do: `manage.py doctor`."""
