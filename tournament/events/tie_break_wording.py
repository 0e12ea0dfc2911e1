"""Tie-breaks and rounds that do not count, in the reader's language."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

LABELS = {
    "points": _("points"),
    "wins": _("tables won"),
    "cash-share": _("share of the final cash"),
    "final-cash": _("final cash"),
    "opponents-points": _("points of the opponents"),
    "fewer-favoured-roles": _("times in the favoured role"),
    "lot": _("drawn lot"),
    "places-lost": _("places lost as a penalty"),
    "final-points": _("points in the finals"),
    "places-sum": _("sum of the places of its members"),
    "best-place": _("place of its best member"),
}
SENTENCES = {
    "wins": _("The player who won more tables is ahead; a shared first place is a win."),
    "cash-share": _(
        "The player with the larger share of the final cash, added up table by table, is ahead."
    ),
    "final-cash": _("The player with more final cash, added up game by game, is ahead."),
    "opponents-points": _(
        "The player whose opponents have more points in this event is ahead; "
        "an opponent met twice counts twice."
    ),
    "fewer-favoured-roles": _(
        "The player who less often had the role that earns more points on average in this event "
        "is ahead."
    ),
    "lot": _(
        "The lot decides: players stand in the order of the SHA-256 of the recorded seed, "
        "a colon and the player's id."
    ),
}
DISCARDS_IN_FULL = _(
    "Missed rounds are left out first. Rounds of the finals, penalties and a table lost by"
    " disqualification always count. Of rounds worth the same, the earlier one is left out."
    " Tie-breaks look at the rounds that count."
)

ROLES_MADE_UP_FOR = _("Whoever had the weaker role gets points to make up for it.")
ROLES_MADE_UP_FOR_IN_FULL = _(
    "In each game the average points of the competitors are compared with those of the "
    "monopolists. If one role had fewer on average in all the other games, whoever played it gets "
    "the difference on top. A game is never measured by itself. Nobody gets less than was earned "
    "at the table. Totals may still change as other games end. Forfeits, walk-overs and abandoned "
    "games are left out, and the finals count as they were played."
)


def criterion_label(code: str) -> str:
    """Return the short name of points or a tie-break."""
    return str(LABELS[code])


def criterion_sentence(code: str) -> str:
    """Return the sentence that explains a tie-break."""
    return str(SENTENCES[code])


def discards_sentence(discards: int, least_counting: int) -> str:
    """Return the sentences on the rounds that do not count.

    The text is "" where all rounds count.
    """
    if not discards:
        return ""
    left_out = ngettext(
        "%(count)d round of each player does not count: the worst.",
        "%(count)d rounds of each player do not count: the worst.",
        discards,
    )
    told = left_out % {"count": discards}
    if least_counting == 1:
        return told
    least = ngettext(
        "At least %(count)d round always counts.",
        "At least %(count)d rounds always count.",
        least_counting,
    )
    return f"{told} {least % {'count': least_counting}}"
