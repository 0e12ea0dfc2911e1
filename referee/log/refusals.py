"""Why the log refuses an event that the rules of the game say nothing about."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy as _

from referee.engine import Refusal, render_refusal
from referee.language import language


@dataclass(frozen=True, slots=True)
class LogRefusal:
    """A refusal of the log's own; `code` is stable, `params` fill the sentence."""

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)
    rule: str | None = None


SENTENCES = {
    "not_started": _("The game has not been started: the seats and roles come first."),
    "already_started": _("The game has begun: only the chief referee can change its start now."),
    "seats_differ": _(
        "The players of this start are not those of the table's draw: load the table again."
    ),
    "names_differ": _(
        "The name of %(player)s is not the one in the draw: load the table again, or change the "
        "name there."
    ),
    "rules_differ": _(
        "The header of a game is the tournament's: %(field)s differs. Load the table again."
    ),
    "own_key": _("%(field)s: a tablet adds no fields of its own to the record."),
    "unfit": _("%(field)s: no control and no text-direction characters."),
    "time": _("The time of this event is not in the years 2000 to 2099: set the tablet's clock."),
    "field": _("%(field)s: this is missing, unknown or not of the right form."),
    "too_long": _("%(field)s: at most %(most)s characters."),
    "not_at_table": _("Nobody with the id %(player)s plays at this table."),
    "not_finished": _("Only a finished game can be confirmed or disputed."),
    "other_statement": _(
        "The statement confirmed is not the game's: show the players the statement once more."
    ),
    "no_dispute": _("%(player)s disputes nothing."),
    "paused": _("The table's clock is paused already."),
    "not_paused": _("The table's clock is not paused."),
    "log_full": _("The log of this table has no room for more of this."),
    "chief_only": _("Only the chief referee can do this."),
    "no_such_event": _("There is no event of the board with this number."),
    "one_start": _("A start can only be replaced by one start."),
    "revised_illegal": _("With this correction event %(seq)s is refused: %(reason)s"),
    "revised_unfinished": _(
        "With this correction the confirmed game would not be finished: correct its end too."
    ),
}


AnyRefusal = Refusal | LogRefusal


def said(refusal: AnyRefusal, names: Mapping[str, str] | None = None) -> str:
    """The refusal in words, in the active language; `names` are the players', by id."""
    if isinstance(refusal, LogRefusal):
        params = dict(refusal.params)
        if "player" in params:
            params["player"] = (names or {}).get(params["player"], params["player"])
        return str(SENTENCES[refusal.code]) % params
    return render_refusal(refusal, language(), names)


def as_json(refusal: AnyRefusal) -> dict[str, Any]:
    """The refusal on the wire: code, rule ("R11" or null), message, parameters."""
    return {
        "code": refusal.code,
        "rule": refusal.rule,
        "message": said(refusal),
        "params": dict(refusal.params),
    }


def stored(refusal: AnyRefusal) -> dict[str, Any]:
    """The refusal without its sentence, to be said again in any language."""
    return {"code": refusal.code, "rule": refusal.rule, "params": dict(refusal.params)}


def restored(given: Mapping[str, Any]) -> AnyRefusal:
    """The refusal that `stored` gave."""
    made = LogRefusal if given["code"] in SENTENCES else Refusal
    return made(code=given["code"], rule=given["rule"], params=given["params"])
