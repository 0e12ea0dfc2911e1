"""The recipients of a correction's notices, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _


def correction_notice_text(told: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """Return a sentence about who was told of a correction.

    `names` are the players' by their codes.
    """
    everybody = [
        *(_("the tablet of round %(round)d, table %(table)d") % {"round": r, "table": t}
          for r, t in told["tablets"]),
        *_players(_("the personal links of %(players)s"), told["links"], names),
        *_players(_("by e-mail %(players)s"), told.get("emails", ()), names),
    ]  # fmt: skip
    if told["public"]:
        public = _(
            "everybody, by the public pages and the page of how to verify, where it is marked"
        )
        everybody.append(public)
    if not everybody:
        return _("Nobody else is told.")
    return _("Told: %(whom)s.") % {"whom": get_text_list(everybody, _("and"))}


def _players(sentence: str, codes: list[str], names: Mapping[str, str]) -> list[str]:
    players = ", ".join(names.get(code, code) for code in codes)
    return [sentence % {"players": players}] if codes else []
