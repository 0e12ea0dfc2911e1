"""The rulebook as tests: one file a rule of us-2011, one test a sentence (see `../table.py`)."""
