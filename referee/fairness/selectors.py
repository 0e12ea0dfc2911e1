"""An event's study as its page shows it."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from referee.engine.state import TWO_HOUR
from referee.fairness.drawing import draw_range
from referee.fairness.playing import mode_of
from referee.fairness.settings import FIGURES, settings_of
from referee.insight.fairness import MONOPOLIST
from referee.insight.wording import (
    GAME_FACTS,
    ROLE_WINS,
    WAYS_TO_PLAY,
    numbers_text,
    open_games_text,
    percents_text,
    range_text,
    seat_wins,
)
from referee.models import FairnessStudy
from scoring.competition.roles import ROLES
from tournament.events.settings.forms import ScoringForm
from tournament.events.tie_break_wording import ROLES_MADE_UP_FOR
from tournament.models import Event
from tournament.models.background import RUNNING_SILENT

USUAL_SECONDS = 60
EVEN = 0.5
FAILURES = {
    "broke-off": gettext_lazy("The simulation broke off: see the server’s log."),
    "too-long": gettext_lazy("The simulation took too long: let a turn take longer."),
}
"""Why there are no figures, by the code that is stored."""


class Row(NamedTuple):
    """A share with its label, its range in words, its drawing and a note.

    `even` is the text of an even share.
    """

    label: str
    text: str
    even: str
    drawing: SafeString
    note: str = ""


class Table(NamedTuple):
    """The figures of one table size."""

    size: int
    games: int
    verdict: str
    shares: Sequence[Row]
    facts: Sequence[tuple[str, str]]
    ways: Sequence[Row]


class StudyPage(NamedTuple):
    """An event's latest study; `study` is None while there is none.

    The figures are those of `shown`, which is an earlier study where the latest has none. `others`
    can be compared with it.
    """

    study: FairnessStudy | None
    shown: FairnessStudy | None = None
    others: Sequence[FairnessStudy] = ()
    tables: Sequence[Table] = ()
    rounds: Sequence[tuple[int, Row, Row]] = ()
    outdated: bool = False

    @property
    def is_running(self) -> bool:
        """Return whether it waits or is being made."""
        return self.study is not None and self.study.is_open

    @property
    def is_followed(self) -> bool:
        """Return whether the page has something to wait for."""
        return self.is_running or self.is_awaited

    @property
    def seconds(self) -> int:
        """Return the seconds that a turn takes in the study.

        Without a study it is USUAL_SECONDS.
        """
        return self.study.setting["seconds"] if self.study else USUAL_SECONDS

    @property
    def failure(self) -> str:
        """Return why there are no figures, blank if nothing failed."""
        if self.study is None or self.study.report:
            return ""
        if self.study.is_lost:
            return _("The worker that was at it was lost.")
        return str(FAILURES.get(self.study.error, self.study.error))

    @property
    def is_awaited(self) -> bool:
        """Return whether the figures so far of a stopped study will be there in a moment."""
        study = self.study
        if study is None or study.report or study.status != FairnessStudy.Status.CANCELLED:
            return False
        # One that nobody had begun has none, and a process that died brings none.
        stopped = study.finished_at
        begun = study.seen_at is not None and stopped is not None
        return bool(begun and stopped and timezone.now() - stopped < RUNNING_SILENT)

    @property
    def sentence(self) -> str:
        """Return the state of the study as a sentence."""
        if self.is_running:
            return _("Games are being simulated… You can go on working.")
        if self.is_awaited:
            return _("Stopped. What was played so far appears here in a moment.")
        return self.failure or _("The study is ready.")


def study_for(event: Event) -> StudyPage:
    """Return an event's latest study, and those to compare with (2 queries)."""
    studies = list(event.fairness_studies.order_by("-pk"))
    readable = [one for one in studies if one.has_figures and one.setting.get("figures") == FIGURES]
    study = next(iter(studies), None)
    if not readable:
        return StudyPage(study)
    shown, *others = readable
    report = shown.report or {}
    return StudyPage(
        study,
        shown,
        # Games of other policies differ by the policies too.
        [other for other in others if other.setting["method"] == shown.setting["method"]],
        [_table(found, event, open_games_of(shown)) for found in report["tables"]],
        [_round(found, report["players"]) for found in report["rounds"]],
        _is_outdated(shown, event),
    )


def _is_outdated(study: FairnessStudy, event: Event) -> bool:
    """Return whether the event's settings differ from those of the study.

    The number of players who have entered is left aside.
    """
    kept: dict[str, Any] = study.setting
    try:
        now = settings_of(event, seconds=kept["seconds"])
    except ValidationError:
        return True
    return {**now, "players": kept["players"]} != {**kept}


def open_games_of(study: FairnessStudy) -> str:
    """Return what the shares are of where games may be open."""
    setting = study.setting
    return "" if mode_of(setting) == TWO_HOUR else open_games_text(setting["turns"])


def _table(found: Mapping[str, Any], event: Event, note: str) -> Table:
    size = found["size"]
    shares = [_share(str(ROLE_WINS[role]), found["roles"][role], EVEN, role) for role in ROLES]
    shares += [
        _share(seat_wins(seat), values, 1 / size) for seat, values in enumerate(found["seats"], 1)
    ]
    facts = [
        (str(label), (numbers_text if key == "turns" else range_text)(found[key]))
        for key, label in GAME_FACTS.items()
    ]
    won = found["by_method"]
    ways = [
        _share(str(label), won[name]["roles"][MONOPOLIST], EVEN, MONOPOLIST, str(note))
        for name, (label, note) in WAYS_TO_PLAY.items()
        if name in won
    ]
    verdict = _verdict(found["roles"]["monopolist"], len(ways), event)
    return Table(size, found["games"], f"{note} {verdict}".strip(), shares, facts, ways)


def _verdict(won: Mapping[str, float], ways: int, event: Event) -> str:
    """Return the verdict on the monopolists' share, and advice on it."""
    if won["least"] > EVEN:
        text = _("Monopolists win more often in each of these %(ways)d ways to play.")
    elif won["most"] < EVEN:
        text = _("Competitors win more often in each of these %(ways)d ways to play.")
    else:
        return _("No role wins more often in all of these ways to play.")
    return f"{text % {'ways': ways}} {_advice(event)}"


def _advice(event: Event) -> str:
    """Return advice on making up for the roles.

    Either everybody has each role as often as the other, or the points make up for it.
    """
    if event.corrects_roles:
        return str(ROLES_MADE_UP_FOR)
    if event.number_of_rounds % 2 == 0:
        return _("Let everybody have each role as often as the other.")
    return _(
        "With an odd number of rounds nobody has each role as often as the other: choose "
        "“%(setting)s” in the settings of points."
    ) % {"setting": ScoringForm.base_fields["corrects_roles"].label}


def _round(found: Mapping[str, Any], players: int) -> tuple[int, Row, Row]:
    return (
        found["rounds"],
        _share("", found["first"], 1 / players),
        _share("", found["top"], min(3 / players, 1)),
    )


def _share(
    label: str, values: Mapping[str, float], even: float, mark: str = "", note: str = ""
) -> Row:
    percent = round(100 * even)
    drawing = draw_range(values, even, mark)
    return Row(label, range_text(values), percents_text(percent, percent), drawing, note)
