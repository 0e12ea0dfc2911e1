"""Filters, pages and OpenAPI descriptions of the public interface's lists.

The lists share them.
"""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import msgspec
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.request import Request

from referee.live.api.answers import EventState, ReadOnlyView, answer, state_of
from referee.live.api.shapes import page_of
from referee.live.api.views import SLUG
from referee.tablet.api import paging, schema, shapes
from referee.tablet.api.paging import Key, Page
from referee.tablet.api.schema import Shape
from tournament.common.names import comparison_key

Json = dict[str, Any]


class ListView(ReadOnlyView):
    """A list in pages.

    `key` shows the types in the items' sort keys; `narrowed_by` names the list's filters.
    """

    key: ClassVar[Key] = (0,)
    narrowed_by: ClassVar[tuple[str, ...]] = ()
    states: ClassVar[tuple[str, ...]] = ()

    def page(self, request: Request) -> Page:
        """Return the requested page; raises ValidationError."""
        readers = {**READERS, "status": paging.one_of(*self.states)}
        filters = {name: readers[name] for name in self.narrowed_by}
        return paging.read_page(request._request, filters, self.key)


READERS = {
    "round": paging.number_to(paging.MAX_ROUND),
    "table": paging.number_to(paging.MAX_TABLE),
    "player": paging.player_code,
    "club": paging.free_text,
}


def describe_list(
    operation: str, item: type, sentence: str, head: type | None = None
) -> Callable[[Any], Any]:
    """Return a decorator that describes a list in the OpenAPI document.

    It describes the list, its filters and pages.
    """

    def decorate(view: type[ListView]) -> Any:
        in_event = [SLUG] if issubclass(view, InEventView) else []
        parameters = [*in_event, *(_filter(view, name) for name in view.narrowed_by), *PAGING]
        answers = shapes.responses(
            (200, page_of(item, head)),
            device=False,
            **shapes.UNKNOWN_KEY,
            **(NO_EVENT if in_event else {}),
        )
        operation_of = extend_schema(
            operation_id=operation,
            parameters=parameters,
            responses=answers,
            description=sentence,
        )
        return extend_schema_view(get=operation_of)(view)

    return decorate


NO_EVENT = {"_404": "No event that is published has this name."}
FILTERS: dict[str, tuple[Shape, str]] = {
    "round": ({"type": "integer", "minimum": 1, "maximum": paging.MAX_ROUND}, "Of this round."),
    "table": ({"type": "integer", "minimum": 1, "maximum": paging.MAX_TABLE}, "Of this table."),
    "player": (
        {"type": "string", "pattern": "^p[0-9]{1,9}$"},
        "With this player, by the id in game records (`p07`).",
    ),
    "club": (
        {
            "type": "string",
            "pattern": r"^[^\x00-\x1f\s][^\x00-\x1f]*$",
            "maxLength": paging.MAX_TEXT_LENGTH,
        },
        "With a player of this club, case and spacing aside.",
    ),
}
PAGING = (
    OpenApiParameter(
        "limit",
        {
            "type": "integer",
            "minimum": 1,
            "maximum": paging.MAX_LIMIT,
            "default": paging.DEFAULT_LIMIT,
        },
        description="So many items at most.",
    ),
    OpenApiParameter(
        "cursor",
        {"type": "string", "maxLength": paging.MAX_CURSOR_LENGTH},
        description="`next` of the page before.",
    ),
)


def _filter(view: type[ListView], name: str) -> OpenApiParameter:
    if name == "status":
        return OpenApiParameter(name, schema.one_of(view.states), description="In this state only.")
    shape, sentence = FILTERS[name]
    return OpenApiParameter(name, shape, description=sentence)


class InEventView(ListView):
    """A list of items in one event."""

    @staticmethod
    def items(state: Json) -> Sequence[Any]:
        """Return all items in order."""
        raise NotImplementedError

    @staticmethod
    def key_of(item: Any) -> Key:
        """Return an item's sort key."""
        return (item.round,)

    @staticmethod
    def beside(state: Json) -> Any:
        """Return the fields beside the items, or None."""
        return None

    def get(self, request: Request, slug: str) -> Any:
        """Return a page of the list."""
        page, state = self.page(request), state_of(slug)
        items = (item for item in self.items(state.values) if _matches(item, page))
        shown, cursor = paging.page_of(items, page, self.key_of)
        body = {
            **msgspec.to_builtins(self.beside(state.values) or {}),
            "items": self.finished_items(state, shown),
            "next": cursor,
        }
        return answer(request, body, state.number)

    def finished_items(self, state: EventState, shown: Sequence[Any]) -> Sequence[Any]:
        """Return a page's items, completed for the answer."""
        return shown


class AtTablesView(InEventView):
    """A list whose items belong to tables, ordered by round and table."""

    key = (0, 0)
    narrowed_by: ClassVar[tuple[str, ...]] = ("round", "table", "player", "club")

    @staticmethod
    def key_of(item: Any) -> Key:
        """Return an item's round and table."""
        return item.round, item.table


def _matches(item: Any, page: Page) -> bool:
    people = getattr(item, "seats", (item,))
    return all(
        any(_is_of(name, person, value) for person in people)
        if name in ("player", "club")
        else getattr(item, name) == value
        for name, value in page.filters.items()
    )


def _is_of(name: str, person: Any, value: Any) -> bool:
    found = getattr(person, name)
    return bool((comparison_key(found) if name == "club" else found) == value)
