"""The content of a message.

It is JSON for programs, and a text in a language for Discord.
"""

import datetime as dt
import json
import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext, ngettext, override, pgettext

from tournament.common.figures_wording import points_text
from tournament.common.finals import number_text
from tournament.models import Event, Webhook, WebhookMessage
from tournament.models.webhooks import TEST
from tournament.webhooks.facts import Kind

Json = dict[str, Any]
Names = Mapping[str, str]
MAX_TITLE = 250
MAX_TEXT = 1900
"""Discord takes 256 characters of a title and 2,000 of a text."""
_MARKS = re.compile(r"([\\*_~`|<>\[\]()#@:-])")
"""What Discord would read as formatting, a link or a mention."""


def kind_label(kind: str) -> str:
    """Return the name of a kind of message on pages."""
    return gettext("Test") if kind == TEST else str(Kind(kind).label)


def body_of(message: WebhookMessage, names: Names, text: str = "") -> bytes:
    """Return the body of a message.

    `names` are the players' public ones by code, `text` is that of the announcement it is about.
    """
    facts = {**message.facts, **({"text": text} if text else {})}
    is_discord = message.webhook.format == Webhook.Format.DISCORD
    made = (_text_for_discord if is_discord else _document)(message, facts, names)
    return json.dumps(made, ensure_ascii=False).encode()


def _document(message: WebhookMessage, facts: Json, names: Names) -> Json:
    event = message.webhook.event
    return {
        "id": message.public_id,
        "type": message.kind,
        "timestamp": message.at.astimezone(dt.UTC).isoformat(timespec="milliseconds"),
        "event": {"slug": event.slug, "name": event.name},
        "link": _link(message, event),
        "data": _with_names(facts, names),
    }


def _with_names(value: Any, names: Names) -> Any:
    """Return facts with each player's name beside the code."""
    if isinstance(value, list):
        return [_with_names(each, names) for each in value]
    if not isinstance(value, dict):
        return value
    named = {"name": names.get(value["player"], "")} if "player" in value else {}
    return {key: _with_names(each, names) for key, each in value.items()} | named


def _link(message: WebhookMessage, event: Event) -> str:
    """Return the public page that shows what the message tells."""
    number = message.facts.get("round")
    path = (
        reverse("tournament:event", args=[event.slug])
        if number is None
        else reverse("tournament:round", args=[event.slug, number])
    )
    return settings.SITE_ORIGIN + path


def _text_for_discord(message: WebhookMessage, facts: Json, names: Names) -> Json:
    """Return a message as Discord's webhooks take it; nobody is mentioned by it."""
    event = message.webhook.event
    with override(message.webhook.language):
        headline, *lines = _SENTENCES[message.kind](event, facts, names)
    embed = {
        "title": _cut(_plain(event.name), MAX_TITLE),
        "url": _link(message, event),
        "timestamp": message.at.astimezone(dt.UTC).isoformat(timespec="milliseconds"),
    }
    if lines:
        embed["description"] = _cut("\n".join(map(_plain, lines)), MAX_TEXT)
    return {
        "content": _cut(_plain(headline), MAX_TEXT),
        "embeds": [embed],
        "allowed_mentions": {"parse": []},
    }


def _plain(text: str) -> str:
    """Return a text that Discord shows as it is."""
    return _MARKS.sub(r"\\\1", text)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip("\\") + "…"


def _round(event: Event, facts: Json) -> dict[str, str]:
    return {"number": number_text(event, facts["round"])}


def _draw(event: Event, facts: Json, _names: Names) -> Iterator[str]:
    text = ngettext(
        "The draw of round %(number)s is published: %(tables)d table.",
        "The draw of round %(number)s is published: %(tables)d tables.",
        facts["tables"],
    )
    yield text % {**_round(event, facts), "tables": facts["tables"]}


def _round_started(event: Event, facts: Json, _names: Names) -> Iterator[str]:
    yield gettext("Round %(number)s has started.") % _round(event, facts)


def _round_ended(event: Event, facts: Json, _names: Names) -> Iterator[str]:
    yield gettext("Round %(number)s has ended.") % _round(event, facts)


def _results(event: Event, facts: Json, names: Names) -> Iterator[str]:
    yield gettext("Results of round %(number)s") % _round(event, facts)
    for result in facts["results"]:
        table = pgettext("webhook", "Table %(table)d: %(players)s")
        seats = sorted(result["seats"], key=lambda seat: seat.get("place") or 0)
        yield table % {
            "table": result["table"],
            "players": ", ".join(_player_text(seat, names) for seat in seats),
        }


def _player_text(seat: Json, names: Names) -> str:
    place = f"{seat['place']}. " if "place" in seat else ""
    points = f" ({_points(seat)})" if "points" in seat else ""
    return f"{place}{names.get(seat['player'], seat['player'])}{points}"


def _points(row: Json) -> str:
    return points_text(Fraction(row["points"]))


def _standings(_event: Event, facts: Json, names: Names) -> Iterator[str]:
    text = ngettext(
        "Standings: %(finished)d of %(tables)d table has finished.",
        "Standings: %(finished)d of %(tables)d tables have finished.",
        facts["tables"],
    )
    yield text % {"finished": facts["tables_finished"], "tables": facts["tables"]}
    for row in facts["rows"]:
        yield f"{row['rank']}. {names.get(row['player'], row['player'])} ({_points(row)})"


def _announcement(_event: Event, facts: Json, _names: Names) -> Iterator[str]:
    yield str(facts["text"])


def _event_finished(_event: Event, _facts: Json, _names: Names) -> Iterator[str]:
    yield gettext("The event is finished.")


def _test(_event: Event, _facts: Json, _names: Names) -> Iterator[str]:
    yield gettext("This is a test: what happens in the event will be told here.")


_SENTENCES: Mapping[str, Callable[[Event, Json, Names], Iterator[str]]] = {
    Kind.DRAW: _draw,
    Kind.STARTED: _round_started,
    Kind.ENDED: _round_ended,
    Kind.RESULT: _results,
    Kind.STANDINGS: _standings,
    Kind.ANNOUNCEMENT: _announcement,
    Kind.FINISHED: _event_finished,
    TEST: _test,
}
"""The headline of a message, and the lines below it."""
