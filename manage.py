#!/usr/bin/env python
"""Treasurer's command line: `python manage.py help` lists what it can do."""

import sys

from config.command_line import execute

if __name__ == "__main__":
    execute(sys.argv[0], sys.argv[1:])
