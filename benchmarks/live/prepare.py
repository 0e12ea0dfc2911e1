"""`python -m benchmarks.live.prepare PLAYERS…`: a database with an event of each size."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    from benchmarks.live import events

    for players in map(int, sys.argv[1:]):
        events.make(f"players-{players}", players)
