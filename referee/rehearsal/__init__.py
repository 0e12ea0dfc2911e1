"""Whole events played by simulated tablets: `manage.py rehearse`.

They are played through the real interface.
"""
