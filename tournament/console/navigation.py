"""The pages of an event's console, in five groups.

The groups have the pages that a person may open, and mark the page that is open.

A new page of the console is one line of `PAGES`.
"""

from collections.abc import Collection
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.access import Action, Person, may
from tournament.models import Event


class Page(NamedTuple):
    """A page: its group, label, right, and the name of its address.

    `of` says what the address takes beside the event: nothing, or the `round` that is meant.
    `parts` are pieces of the addresses of further pages that belong to it.
    """

    group: str
    label: Any
    right: Action
    view: str
    of: str = ""
    parts: tuple[str, ...] = ()


GROUPS = {
    "prepare": pgettext_lazy("group of pages", "Prepare"),
    "people": pgettext_lazy("group of pages", "People"),
    "rounds": pgettext_lazy("group of pages", "Rounds"),
    "results": pgettext_lazy("group of pages", "Results"),
    "event": pgettext_lazy("group of pages", "Event"),
}
PAGES = (
    Page("prepare", _("Settings"), Action.EDIT_EVENT, "tournament:settings"),
    Page("prepare", _("Is it fair?"), Action.EDIT_EVENT, "chief:fairness"),
    Page("prepare", _("Staff"), Action.MANAGE_STAFF, "tournament:members"),
    Page("prepare", _("Print"), Action.ORGANISE, "tournament:prints", "round"),
    Page(
        "prepare",
        _("Codes of the tables"),
        Action.ACT_AS_CHIEF,
        "chief:codes",
        parts=("/chief/codes/",),
    ),
    Page("people", _("Players"), Action.SEE_PLAYERS, "tournament:organise-players"),
    Page("people", _("Check-in"), Action.SEE_PLAYERS, "tournament:check-in"),
    Page("rounds", _("Now"), Action.SEE_EVENT, "chief:now", parts=("/organise/chief/",)),
    Page("rounds", _("Round"), Action.SEE_EVENT, "tournament:organise-round", "round"),
    Page(
        "rounds",
        pgettext_lazy("seating", "Draw"),
        Action.SEE_DRAW,
        "tournament:organise-draw",
        "round",
    ),
    Page(
        "results",
        _("Results"),
        Action.SEE_RESULTS,
        "tournament:results",
        parts=("/sheet/", "/position/"),
    ),
    Page("results", _("Collected corrections"), Action.ACT_AS_CHIEF, "chief:collected"),
    Page("results", _("Cautions and penalties"), Action.SEE_PENALTIES, "tournament:penalties"),
    Page("results", _("Finals"), Action.SEE_DRAW, "tournament:finals"),
    Page("results", _("Prize-giving"), Action.PUBLISH, "tournament:reveal"),
    Page("results", _("Analytics"), Action.PUBLISH, "tournament:analytics"),
    Page("event", _("Announcements"), Action.ANNOUNCE, "tournament:announcements"),
    Page("event", _("Messages to players"), Action.PUBLISH, "tournament:mailings"),
    Page("event", _("Backups"), Action.EDIT_EVENT, "chief:backups"),
    Page("event", _("Close the event"), Action.PUBLISH, "tournament:closing"),
    Page("event", _("Downloads"), Action.ORGANISE, "tournament:downloads"),
    Page("event", pgettext_lazy("pages", "Webhooks"), Action.EDIT_EVENT, "tournament:webhooks"),
)
ONCE_DRAWN = (
    "tournament:results",
    "tournament:reveal",
    "tournament:analytics",
    "tournament:closing",
)


class PageLink(NamedTuple):
    """A page as it is linked; `current` is the page that is open, or the one above it."""

    label: str
    url: str
    current: bool


class Group(NamedTuple):
    """A group with the pages that a person may open."""

    key: str
    label: str
    pages: tuple[PageLink, ...]

    @property
    def is_current(self) -> bool:
        """Whether the open page belongs to the group."""
        return any(page.current for page in self.pages)


def page_groups(person: Person, event: Event, path: str, number: int, drawn: bool) -> list[Group]:
    """Return the groups in which a person may open pages of the event.

    `path` is the address of the open page, `number` that of the round which is meant; `drawn` says
    whether a round was made.
    """
    shown = [page for page in PAGES if _is_used(page, event, drawn)]
    allowed = [page for page in shown if may(person, page.right, event)]
    links = [(page, _url(page, event, number)) for page in allowed]
    current = _current(links, path, event.slug)
    groups = (
        Group(
            key,
            str(label),
            tuple(
                PageLink(str(page.label), url, page is current)
                for page, url in links
                if page.group == key
            ),
        )
        for key, label in GROUPS.items()
    )
    return [group for group in groups if group.pages]


def _is_used(page: Page, event: Event, drawn: bool) -> bool:
    """Return whether the event has a use for a page by now."""
    if page.view == "tournament:finals":
        return bool(event.finals)
    return drawn or page.view not in ONCE_DRAWN


def _url(page: Page, event: Event, number: int) -> str:
    return reverse(page.view, args=[event.slug, *([number] if page.of else [])])


def _current(links: Collection[tuple[Page, str]], path: str, slug: str) -> Page | None:
    """Return the page whose address the open one begins with, the longest such."""
    below = path.removeprefix(f"/organise/{slug}")
    for page, _address in links:
        if any(part in below for part in page.parts):
            return page
    found = [(page, address) for page, address in links if path.startswith(address)]
    return max(found, key=lambda link: len(link[1]))[0] if found else None
