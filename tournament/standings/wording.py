"""Sentences about standings, in the reader's language."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext

from scoring.competition.standings import (
    DISQUALIFIED,
    FINAL_STAGE,
    Comparison,
    RankReason,
)
from tournament.common.figures_wording import decimal_text, points_text
from tournament.events.tie_break_wording import criterion_label

Facts = Mapping[str, str]
"""The other row's `name`, the `criterion`, the values `own` and `theirs`, and what is `equal`."""
# How many names a sentence lists before it counts the rest.
NAMES_SHOWN = 5


def discarded_sentence(rounds: Sequence[int]) -> str:
    """Return the sentence on a player's rounds that do not count.

    It is "" where all count.
    """
    if not rounds:
        return ""
    text = ngettext(
        "Round %(rounds)s does not count: of those that can be left out, none was worth less.",
        "Rounds %(rounds)s do not count: of those that can be left out, none was worth less.",
        len(rounds),
    )
    return text % {"rounds": get_text_list([str(n) for n in rounds], gettext("and"))}


def correction_sentences(
    corrections: Mapping[int, Fraction], rank: int, uncorrected: int
) -> tuple[str, ...]:
    """Return sentences on the points that make up for a player's roles.

    They name the points by round, and the place if nothing made up for anybody's role.
    """
    found = []
    if corrections:
        parts = [
            gettext("%(points)s in round %(round)d")
            % {"points": points_text(points), "round": number}
            for number, points in sorted(corrections.items())
        ]
        text = gettext("%(sum)s of these points make up for the weaker role: %(parts)s.")
        total = points_text(sum(corrections.values(), Fraction(0)))
        found.append(text % {"sum": total, "parts": get_text_list(parts, gettext("and"))})
    if uncorrected != rank:
        text = gettext("If nothing made up for anybody’s role, this would be place %(rank)d.")
        found.append(text % {"rank": uncorrected})
    elif corrections:
        found.append(gettext("If nothing made up for anybody’s role, the place would be the same."))
    return tuple(found)


def value_text(code: str, value: Fraction) -> str:
    """Return a criterion's value for people: points as points, shares in per cent."""
    if code == "cash-share":
        hundredths = round(value * 10_000)
        return gettext("%(percent)s %%") % {"percent": decimal_text(f"{hundredths / 100:.2f}")}
    return points_text(value)


def place_text(rank: int, *, shared: bool, ranked: bool) -> str:
    """Return a place as people read it.

    It is `3=` where others share it, and a dash where nobody has one.
    """
    if not ranked:
        return "–"
    return f"{rank}=" if shared else str(rank)


def sentences_of(reason: RankReason, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return sentences that say why a row stands where it stands."""
    sentences = []
    if reason.shared_with:
        sentences.append(_shared_rank_text(reason.shared_with, names))
    if reason.ahead:
        sentences.append(_behind_text(reason.ahead, names))
    if reason.behind:
        sentences.append(_ahead_of(reason.behind, names))
    return tuple(sentences)


def team_sentences_of(reason: RankReason) -> tuple[str, ...]:
    """Return sentences that say why a team stands where it stands."""
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
        return _with_lot(text % {"name": names[comparison.other]}, comparison)
    return behind_sentence(_facts(comparison, names))


def behind_sentence(facts: Facts) -> str:
    """Return the sentence saying that a row stands behind another.

    `facts` name that row and the criterion with values.
    """
    if facts["equal"]:
        text = gettext(
            "Behind %(name)s by %(criterion)s, %(own)s against %(theirs)s; level on %(equal)s."
        )
    else:
        text = gettext("Behind %(name)s by %(criterion)s, %(own)s against %(theirs)s.")
    return text % facts


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
        return _with_lot(text % {"name": names[comparison.other]}, comparison)
    return ahead_sentence(_facts(comparison, names))


def _with_lot(sentence: str, comparison: Comparison) -> str:
    """Return the sentence, and that the lot decided at the cut where it did."""
    if not comparison.equal_on:
        return sentence
    text = gettext("At the cut the lot decided between them: both were level on %(equal)s.")
    return f"{sentence} {text % {'equal': _criteria(comparison.equal_on)}}"


def _criteria(codes: Sequence[str]) -> str:
    return get_text_list([criterion_label(code) for code in codes], gettext("and"))


def ahead_sentence(facts: Facts) -> str:
    """Return that a row stands ahead of another, as `behind_sentence`."""
    if facts["equal"]:
        text = gettext(
            "Ahead of %(name)s by %(criterion)s, %(own)s against %(theirs)s; level on %(equal)s."
        )
    else:
        text = gettext("Ahead of %(name)s by %(criterion)s, %(own)s against %(theirs)s.")
    return text % facts


def _facts(comparison: Comparison, names: Mapping[str, str]) -> Facts:
    code = comparison.decided_by
    own, theirs = value_text(code, comparison.own), value_text(code, comparison.theirs)
    if own == theirs:
        own, theirs = str(comparison.own), str(comparison.theirs)
    return {
        "name": names[comparison.other],
        "criterion": criterion_label(code),
        "own": own,
        "theirs": theirs,
        "equal": _criteria(comparison.equal_on),
    }
