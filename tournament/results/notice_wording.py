"""The recipients of a correction's notices, in words."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournament.common.mail_server import delivers_emails


def correction_notice_text(told: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """Return sentences about who is told of a correction, and which players are not.

    `names` are the players' by their codes. E-mails are named only where they reach anybody.
    """
    emails = told.get("emails", ()) if delivers_emails() else ()
    untold = [code for code in told.get("players", ()) if code not in {*told["links"], *emails}]
    sentences = [
        *(_("Told on the tablet of round %(round)d, table %(table)d.") % {"round": r, "table": t}
          for r, t in told["tablets"]),
        *_players(_("Their personal pages show it: %(players)s."), told["links"], names),
        *_players(_("Told by e-mail, two minutes later: %(players)s."), emails, names),
        *_players(_("Nobody tells these, so do it yourself: %(players)s."), untold, names),
    ]  # fmt: skip
    if told["public"]:
        sentences.append(_("The public pages show the correction."))
    return " ".join(sentences) or _("Nobody else is told.")


def _players(sentence: str, codes: Iterable[str], names: Mapping[str, str]) -> list[str]:
    players = ", ".join(names.get(code, code) for code in codes)
    return [sentence % {"players": players}] if players else []
