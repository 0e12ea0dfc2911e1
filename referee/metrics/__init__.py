"""Figures for monitors, as Prometheus reads them: `manage.py metrics`."""
