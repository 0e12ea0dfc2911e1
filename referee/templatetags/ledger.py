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
    """The sign of the player who acts; nothing where the referee does."""
    player = game.state.seats.get(entry.event.get("player", ""))
    return "" if player is None else token(player + 1, game.state.role(player))


@register.simple_tag
def entry_headline(entry: LedgerEntry, game: ReplayedRecord) -> str:
    """What the referee reported."""
    return headline_text(entry.event, game.names, game.state.edition)


@register.simple_tag
def consequence_sentence(consequence: Consequence, game: ReplayedRecord) -> str:
    """What the rules made of it, with their numbers."""
    return render_consequence(consequence, game.names, language(), game.state.edition)


@register.simple_tag
def moment_title(moment: Moment, game: ReplayedRecord) -> str:
    """The moment in a few words: who monopolises which city, or what was reported."""
    if moment.kind != MONOPOLY:
        return entry_headline(moment.entry, game)
    ids = game.state.ids
    return ", ".join(f"{game.names[ids[one]]}: {city}" for one, city in moment.entry.monopolies)


@register.filter
def of_line(addresses: Mapping[int, str], line: int) -> str:
    """The address for a line of the record, "" where it has none."""
    return addresses.get(line, "")
