"""Versions to be shown: `python -m benchmarks.live.changes SLUG`.

For each line on standard input the event gets another name, which is published; the seconds of CPU
that publishing took are printed.
"""

import os
import sys
import time


def main(slug: str) -> None:
    """Change and publish, until the input ends."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.utils import timezone

    from config.readiness import make_ready
    from referee.live.publishing.versions import publish
    from tournament.events.services.events import update_event
    from tournament.models import Event

    make_ready()
    for number, _line in enumerate(sys.stdin, start=1):
        event = Event.objects.get(slug=slug)
        update_event(event=event, by="benchmark", name=f"Name {number}")
        began = time.process_time()
        publish(event.pk, now=timezone.now())
        print(time.process_time() - began, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
