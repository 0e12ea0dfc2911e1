"""The effects of closing an event, in sentences."""

from collections.abc import Iterable

from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext

from tournament.common import finals
from tournament.models import Event
from tournament.overview.selectors import Closing


def closing_sentences(event: Event, closing: Closing) -> list[str]:
    """Return the effects of closing the event, in the reader's language."""
    found = []
    if closing.running:
        text = ngettext(
            "The clock of round %(rounds)s is ended.",
            "The clocks of rounds %(rounds)s are ended.",
            len(closing.running),
        )
        found.append(text % {"rounds": _numbers(event, closing.running)})
    if closing.complete:
        text = ngettext(
            "Round %(rounds)s is confirmed and closed: it has to be reopened to correct a result. "
            "Only the chief referee can still correct what a tablet logged.",
            "Rounds %(rounds)s are confirmed and closed: they have to be reopened to correct a "
            "result. Only the chief referee can still correct what a tablet logged.",
            len(closing.complete),
        )
        numbers = [item.number for item in closing.complete]
        found.append(text % {"rounds": _numbers(event, numbers)})
    if closing.reveals:
        found.append(gettext("Every result and every place is shown to the public."))
    if closing.unpublished:
        text = ngettext(
            "Round %(rounds)s was never published: it stays hidden and does not count.",
            "Rounds %(rounds)s were never published: they stay hidden and do not count.",
            len(closing.unpublished),
        )
        found.append(text % {"rounds": _numbers(event, closing.unpublished)})
    if event.registration == Event.Registering.OPEN:
        found.append(gettext("Registration closes."))
    found.append(
        gettext(
            "The event is finished: until you reopen it, no round is drawn, published or started."
        )
    )
    return found


def _numbers(event: Event, numbers: Iterable[int]) -> str:
    texts = [finals.number_text(event, number) for number in numbers]
    return str(get_text_list(texts, gettext("and")))
