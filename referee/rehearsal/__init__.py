"""Whole events played by simulated tablets through the real interface: `manage.py rehearse`."""
