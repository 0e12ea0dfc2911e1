"""Who was told of a correction is read in short sentences, and no e-mail is claimed in vain."""

from typing import Any

from tournament.results.notice_wording import correction_notice_text

TOLD: dict[str, Any] = {
    "tablets": [[1, 2]],
    "links": ["p01", "p02"],
    "emails": ["p01"],
    "players": ["p01", "p02", "p03"],
    "public": True,
}
NAMES = {"p01": "Mia Moos"}


def test_each_way_has_its_sentence(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_FILE_PATH = None
    assert correction_notice_text(TOLD, NAMES) == (
        "Told on the tablet of round 1, table 2. Their personal pages show it: Mia Moos, p02. "
        "Told by e-mail, two minutes later: Mia Moos. Nobody tells these, so do it yourself: "
        "p03. The public pages show the correction."
    )


def test_emails_that_reach_nobody_are_not_named(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    assert "Told by e-mail" not in correction_notice_text(TOLD, NAMES)
    only = {"tablets": [], "links": [], "emails": ["p01"], "public": False}
    assert correction_notice_text(only, NAMES) == "Nobody else is told."
