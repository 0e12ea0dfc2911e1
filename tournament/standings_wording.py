"""Sentences about standings, in the reader's language."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from django.utils.formats import get_format
from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scoring.competition.points import as_text
from scoring.competition.standings import (
    DISQUALIFIED,
    FINAL_STAGE,
    Comparison,
    RankReason,
)

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
    "A round missed is the first that does not count. Rounds of the finals, penalties and a table "
    "lost by disqualification always count. Of rounds worth the same the earlier one does not "
    "count. Tie-breaks look at the rounds that count."
)
# How many names a sentence lists before it counts the rest.
NAMES_SHOWN = 5


def criterion_label(code: str) -> str:
    """Return the short name of points or a tie-break."""
    return str(LABELS[code])


def criterion_sentence(code: str) -> str:
    """Return what a tie-break does, in one sentence."""
    return str(SENTENCES[code])


def discards_sentence(discards: int, least_counting: int) -> str:
    """Return which rounds do not count, "" where all do."""
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


def discarded_sentence(rounds: Sequence[int]) -> str:
    """Return which of a player's rounds do not count, "" where all do."""
    if not rounds:
        return ""
    text = ngettext(
        "Round %(rounds)s does not count: of those that can be left out, none was worth less.",
        "Rounds %(rounds)s do not count: of those that can be left out, none was worth less.",
        len(rounds),
    )
    return text % {"rounds": get_text_list([str(n) for n in rounds], gettext("and"))}


def value_text(code: str, value: Fraction) -> str:
    """Return a criterion's value for people: points as points, shares in per cent."""
    if code == "cash-share":
        hundredths = round(value * 10_000)
        return gettext("%(percent)s %%") % {"percent": _localize_number(f"{hundredths / 100:.2f}")}
    return points_text(value)


def place_text(rank: int, *, shared: bool, ranked: bool) -> str:
    """Return a place as people read it, `3=` where others share it; a dash where nobody has one."""
    if not ranked:
        return "–"
    return f"{rank}=" if shared else str(rank)


def points_text(points: Fraction) -> str:
    """Points with the decimal sign of the language: `10.5`, in French and Russian `10,5`."""
    return _localize_number(as_text(points))


def rounded_text(value: Fraction, *, signed: bool = False) -> str:
    """Return a number to two places, `3.75`.

    `signed` writes a difference: `+0.25`, `−1`, `0`.
    """
    hundredths = round(value * 100)
    digits = as_text(Fraction(abs(hundredths), 100))
    return sign_of(hundredths, signed=signed) + _localize_number(digits)


def sign_of(number: int, *, signed: bool) -> str:
    """Return the sign before a number; a plus only if it is a difference."""
    return "\N{MINUS SIGN}" if number < 0 else "+" if signed and number else ""


def _localize_number(number: str) -> str:
    return number.replace(".", get_format("DECIMAL_SEPARATOR"))


def sentences_of(reason: RankReason, names: Mapping[str, str]) -> tuple[str, ...]:
    """Sentences that say why a row stands where it stands."""
    sentences = []
    if reason.shared_with:
        sentences.append(_shared_rank_text(reason.shared_with, names))
    if reason.ahead:
        sentences.append(_behind_text(reason.ahead, names))
    if reason.behind:
        sentences.append(_ahead_of(reason.behind, names))
    return tuple(sentences)


def team_sentences_of(reason: RankReason) -> tuple[str, ...]:
    """Sentences that say why a team stands where it stands."""
    sentences = []
    if reason.shared_with:
        text = gettext("Shares the rank with %(names)s: nothing separates them.")
        sentences.append(text % {"names": _name_list(reason.shared_with)})
    for comparison, sentence in ((reason.ahead, _behind_text), (reason.behind, _ahead_of)):
        if comparison:
            sentences.append(sentence(comparison, {comparison.other: comparison.other}))
    return tuple(sentences)


def _shared_rank_text(others: tuple[str, ...], names: Mapping[str, str]) -> str:
    listed = _name_list([names[other] for other in others])
    return gettext("Shares the rank with %(names)s: nothing separates them; listed by seed.") % {
        "names": listed
    }


def _name_list(names: Sequence[str]) -> str:
    shown = list(names[:NAMES_SHOWN])
    rest = len(names) - len(shown)
    if rest:
        shown.append(ngettext("%(count)d other", "%(count)d others", rest) % {"count": rest})
    return get_text_list(shown, gettext("and"))


def _behind_text(comparison: Comparison, names: Mapping[str, str]) -> str:
    if comparison.decided_by == DISQUALIFIED:
        return gettext("Behind %(name)s: disqualified.") % {"name": names[comparison.other]}
    if comparison.decided_by == FINAL_STAGE:
        text = (
            gettext("Behind %(name)s, who got further in the finals.")
            if comparison.own
            else gettext("Behind %(name)s, who is in the finals.")
        )
        return text % {"name": names[comparison.other]}
    if comparison.equal_on:
        text = gettext(
            "Behind %(name)s by %(criterion)s, %(own)s against %(theirs)s; level on %(equal)s."
        )
    else:
        text = gettext("Behind %(name)s by %(criterion)s, %(own)s against %(theirs)s.")
    return text % _facts(comparison, names)


def _ahead_of(comparison: Comparison, names: Mapping[str, str]) -> str:
    if comparison.decided_by == DISQUALIFIED:
        text = gettext("Ahead of %(name)s, who is disqualified.")
        return text % {"name": names[comparison.other]}
    if comparison.decided_by == FINAL_STAGE:
        text = (
            gettext("Ahead of %(name)s, who got less far in the finals.")
            if comparison.theirs
            else gettext("Ahead of %(name)s, who is not in the finals.")
        )
        return text % {"name": names[comparison.other]}
    if comparison.equal_on:
        text = gettext(
            "Ahead of %(name)s by %(criterion)s, %(own)s against %(theirs)s; level on %(equal)s."
        )
    else:
        text = gettext("Ahead of %(name)s by %(criterion)s, %(own)s against %(theirs)s.")
    return text % _facts(comparison, names)


def _facts(comparison: Comparison, names: Mapping[str, str]) -> dict[str, str]:
    code = comparison.decided_by
    own, theirs = value_text(code, comparison.own), value_text(code, comparison.theirs)
    if own == theirs:
        own, theirs = str(comparison.own), str(comparison.theirs)
    return {
        "name": names[comparison.other],
        "criterion": criterion_label(code),
        "own": own,
        "theirs": theirs,
        "equal": get_text_list(
            [criterion_label(item) for item in comparison.equal_on], gettext("and")
        ),
    }
