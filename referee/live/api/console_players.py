"""The players of an event for an organiser's own programs.

The programs use the session of the console.
"""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import MethodNotAllowed, NotAuthenticated
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from referee.live.api.list_views import PAGING
from referee.live.api.views import SLUG
from referee.tablet.api import paging, schema, shapes
from referee.tablet.api.access import ChiefThrottle
from referee.tablet.api.problems import handle_exception, problem
from referee.tablet.api.views import TabletView
from tournament.access import Action, require
from tournament.common.external_ids import MAX_EXTERNAL_ID
from tournament.console.staff import event_at
from tournament.models import Entry, Event

PLAYER = schema.Component(
    "ConsolePlayer",
    schema.object_of(
        player={"type": "string", "description": "The id in game records (`p07`)."},
        seed=schema.SEQ,
        name=schema.STRING,
        club=schema.STRING,
        team=schema.STRING,
        email=schema.STRING,
        external_id={
            "type": "string",
            "description": "The ID elsewhere, such as in a federation; blank without one.",
        },
        status=schema.one_of(Entry.Status.values),
        checked_in_at=schema.nullable(schema.TIME),
    ),
)
CURSOR = {
    **schema.nullable(schema.STRING),
    "description": "Goes on after this page; null on the last one.",
}
ID_SHAPE = {
    "type": "string",
    "pattern": r"^[^\x00-\x1f\s][^\x00-\x1f]*$",
    "maxLength": MAX_EXTERNAL_ID,
}


class ConsoleSession(SessionAuthentication):
    """The session of who is signed in to the organisers' pages."""

    def authenticate_header(self, request: Request) -> str:
        """Return the scheme that a 401 names.

        There is a page to sign in, and no header for it.
        """
        return "Session"


class MaySeePlayers(BasePermission):
    """The person may see the players of the event in the address."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Return True, or raise PermissionDenied.

        Raise Http404 for an event that must not be known.
        """
        if not request.user:
            raise NotAuthenticated
        event = event_at(view.kwargs["slug"])
        require(request.user, Action.SEE_PLAYERS, event)
        view.event = event  # type: ignore[attr-defined]
        return True


class ConsoleThrottle(ChiefThrottle):
    """6 pages per second and account."""

    def get_cache_key(self, request: Any, view: Any) -> str | None:
        """Return the key of the account's count."""
        return f"throttle-console-{request.user.pk}"


class PlayersView(TabletView):
    """An event's players, as staff who see them know them."""

    authentication_classes = [ConsoleSession]
    permission_classes = [MaySeePlayers]
    throttle_classes = [ConsoleThrottle]
    event: Event

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse other verbs, and a query that is too long before parsing it."""
        if request.method not in SAFE_METHODS:
            raise MethodNotAllowed(str(request.method))
        paging.check_length(request._request)
        super().initial(request, *args, **kwargs)

    def get_exception_handler(self) -> Any:
        """Return the handler that turns errors into problem details.

        The details are worded for organisers.
        """
        return _console_problem

    @extend_schema(
        operation_id="console_players",
        parameters=[
            SLUG,
            OpenApiParameter("external_id", ID_SHAPE, description="With exactly this ID."),
            OpenApiParameter(
                "status", schema.one_of(Entry.Status.values), description="In this state only."
            ),
            *PAGING,
        ],
        responses=shapes.responses(
            (200, schema.object_of(items=schema.list_of(PLAYER), next=CURSOR)),
            device=False,
            _401="Nobody is signed in.",
            _403="Your role in the event does not show its players.",
            _404="There is no event of this name that you may know of.",
        ),
    )
    def get(self, request: Request, slug: str) -> Response:
        """Return the players in order of seed (2 queries beside the rights).

        Dropped-out players are included. It takes the session of a person who may see the players.
        Their `external_id` and addresses are never in the public interface.
        """
        filters = {"external_id": _exact_text, "status": paging.one_of(*Entry.Status.values)}
        page = paging.read_page(request._request, filters, (0,))
        after = page.after[0] if page.after else 0
        found = Entry.objects.filter(event=self.event, seed__gt=after, **page.filters)
        entries = list(found.order_by("seed")[: page.limit + 1])
        shown, cursor = paging.page_of(entries, page, lambda entry: (entry.seed,))
        body = {"items": [_player(entry) for entry in shown], "next": cursor}
        return Response(body)


def _exact_text(text: str) -> str:
    """Read an ID as it is; raise ValueError for none, or one that is too long."""
    if not text.strip() or len(text) > MAX_EXTERNAL_ID or not text.isprintable():
        raise ValueError(_("Give 1 to %(most)d characters.") % {"most": MAX_EXTERNAL_ID})
    return text.strip()


def _player(entry: Entry) -> dict[str, Any]:
    moment = entry.checked_in_at
    return {
        "player": entry.code,
        "seed": entry.seed,
        "name": entry.name,
        "club": entry.club,
        "team": entry.team,
        "email": entry.email,
        "external_id": entry.external_id,
        "status": entry.status,
        "checked_in_at": moment.isoformat() if moment else None,
    }


def _console_problem(error: Exception, context: Mapping[str, Any]) -> Response | None:
    if isinstance(error, NotAuthenticated):
        detail = _("Sign in to the organisers’ pages, and ask again.")
        return problem(401, "not-signed-in", detail, title=str(_("Not signed in")))
    if isinstance(error, PermissionDenied):
        return problem(403, "not-allowed", _("Your role in this event does not show its players."))
    if isinstance(error, Http404):
        return problem(404, "not-found", _("There is no such event, or none that you may know of."))
    return handle_exception(error, context)
