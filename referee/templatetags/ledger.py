"""The sentences of a table's ledger."""

from collections.abc import Mapping

from django import template
from django.utils.safestring import SafeString

from referee.engine import Consequence, render_consequence
from referee.language import headline_text, language
from referee.records.replayed import LedgerEntry, ReplayedRecord
from referee.records.turns import MONOPOLY, Moment
from tournament.templatetags.treasurer import token

register = template.Library()


@register.simple_tag
def actor_sign(entry: LedgerEntry, game: ReplayedRecord) -> SafeString | str:
    """Return the sign of the acting player; blank if the referee acts."""
    player = game.state.seats.get(entry.event.get("player", ""))
    return "" if player is None else token(player + 1, game.state.role(player))


@register.simple_tag
def entry_headline(entry: LedgerEntry, game: ReplayedRecord) -> str:
    """Return the referee's report as one sentence."""
    return headline_text(entry.event, game.names, game.state.edition)


@register.simple_tag
def consequence_sentence(consequence: Consequence, game: ReplayedRecord) -> str:
    """Return a consequence of the report as a sentence.

    It gives the numbers of the rules.
    """
    return render_consequence(consequence, game.names, language(), game.state.edition)


@register.simple_tag
def moment_title(moment: Moment, game: ReplayedRecord) -> str:
    """Return a short title for a moment.

    It names the cities newly monopolised and by whom, or the event reported.
    """
    if moment.kind != MONOPOLY:
        return entry_headline(moment.entry, game)
    ids = game.state.ids
    return ", ".join(f"{game.names[ids[one]]}: {city}" for one, city in moment.entry.monopolies)


@register.filter
def of_line(addresses: Mapping[int, str], line: int) -> str:
    """Return the address of a line of the record, "" if it has none."""
    return addresses.get(line, "")
