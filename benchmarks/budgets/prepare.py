"""`python -m benchmarks.budgets.prepare`: a database with events that are over and events that are
being played, and the files a server sends beside pages."""

import os

SIZES = (24, 120)
DRAWN = 3
"""The round of the event being played that is drawn already."""
DRAW_SECONDS = 2.0
BY = "benchmark"


def played(size: int) -> str:
    """Return the address (slug) of the event that is over."""
    return f"played-{size}"


def playing(size: int) -> str:
    """Return the address (slug) of the event whose second round is being played."""
    return f"playing-{size}"


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    from tests.played_events import make_played, make_playing
    from tests.tournament.seasons.making import season_of
    from tournament.draws.services.drawing import draw_round
    from tournament.events.services.events import update_event
    from tournament.rounds.services.rounds import ensure_round, publish_round

    finished = []
    for size in SIZES:
        over, event = make_played(played(size), size), make_playing(playing(size), size)
        for each in (over, event):
            update_event(event=each, by=BY, reason="its pages are measured, too", teams="clubs")
        third = ensure_round(event=event, number=DRAWN, by=BY)
        draw_round(round=third, by=BY, seed=1, time_limit=DRAW_SECONDS)
        publish_round(round=third, by=BY)
        finished.append(over)
    season_of(*finished)
