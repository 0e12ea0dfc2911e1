"""Hours in a full hall: `python -m benchmarks.soak` writes `RESULTS.md`.

`manage.py hall` on SQLite, as `make hall` runs it, with an empty data folder. 40 tables log an
event every eight seconds each, by HTTPS; who finished a round plays the next one. 300 viewers
follow the streams, others open public pages, and an organiser has the control room open and goes
from page to page. Every 30 seconds it is noted what the processes hold and how long each table
of the database is. Ten rounds are played at full speed first: what keeps 400 games is full then.
"""
