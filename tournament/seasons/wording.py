"""Sentences about a season's table, in the reader's language."""

from collections.abc import Mapping

from django.utils.text import get_text_list
from django.utils.translation import gettext, pgettext

from scoring.competition.season import BEST_RESULTS, EVENTS_WON
from scoring.competition.standings import Comparison, RankReason
from tournament.common.figures_wording import points_text
from tournament.standings.wording import ahead_sentence, behind_sentence

NAMES_SHOWN = 5


def criterion_label(code: str) -> str:
    """Return the words for a criterion that separates two players.

    They stand within a sentence.
    """
    if code == BEST_RESULTS:
        return pgettext("season", "best single results")
    if code == EVENTS_WON:
        return pgettext("season", "events won")
    return pgettext("season", "points")


def sentences_of(reason: RankReason, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return sentences that say why a row stands where it stands."""
    sentences = []
    if reason.shared_with:
        shown = [names[other] for other in reason.shared_with[:NAMES_SHOWN]]
        rest = len(reason.shared_with) - len(shown)
        listed = get_text_list([*shown, *([f"+{rest}"] if rest else [])], gettext("and"))
        sentences.append(
            gettext("Shares the place with %(names)s: nothing separates them.") % {"names": listed}
        )
    if reason.ahead:
        sentences.append(behind_sentence(_facts(reason.ahead, names)))
    if reason.behind:
        sentences.append(ahead_sentence(_facts(reason.behind, names)))
    return tuple(sentences)


def _facts(found: Comparison, names: Mapping[str, str]) -> dict[str, str]:
    equal = get_text_list([criterion_label(code) for code in found.equal_on], gettext("and"))
    return {
        "name": names[found.other],
        "criterion": criterion_label(found.decided_by),
        "own": points_text(found.own),
        "theirs": points_text(found.theirs),
        "equal": equal,
    }
