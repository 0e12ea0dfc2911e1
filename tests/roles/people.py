"""Who asks: staff with each right and group of rights, members of an event, visitors, tablets."""

from collections.abc import Collection

from django.contrib.auth.models import Group, User
from django.core.cache import cache
from django.test import Client

from tests.accounts import signed_in, staff
from tests.roles.world import MEMBERS, OUTSIDER, World
from tournament.access import PERMISSIONS, ROLE_ACTIONS, Action
from tournament.models import EventRole

GROUPS = {
    "Organiser": set(PERMISSIONS) - {Action.ACT_AS_CHIEF, Action.PAIR_TABLETS},
    "Chief referee": {
        Action.SEE_EVENT,
        Action.SEE_PLAYERS,
        Action.SEE_DRAW,
        Action.MOVE_CLOCK,
        Action.ANNOUNCE,
        Action.SEE_RESULTS,
        Action.SEE_PENALTIES,
        Action.ENTER_RESULTS,
        Action.DECIDE_RESULTS,
        Action.SEE_RECORDS,
        Action.ACT_AS_CHIEF,
        Action.PAIR_TABLETS,
    },
    "Registrar": {
        Action.SEE_EVENT,
        Action.SEE_PLAYERS,
        Action.EDIT_PLAYERS,
        Action.IMPORT_PLAYERS,
    },
    "Helper (reads only)": {
        Action.SEE_EVENT,
        Action.SEE_PLAYERS,
        Action.SEE_RESULTS,
        Action.SEE_PENALTIES,
    },
}
# Staff without any right, and with one each, in no group.
RIGHTS: dict[str, set[Action]] = {"staff": set(), **GROUPS} | {
    permission: {action for action in PERMISSIONS if PERMISSIONS[action] == permission}
    for permission in PERMISSIONS.values()
}
GROUPED = ("staff", *GROUPS)
SINGLE = tuple(sorted(set(PERMISSIONS.values())))
NO_STAFF = ("visitor", "player")
TABLETS = ("own", "other", "revoked")
ROLES = (*NO_STAFF, *GROUPED, *MEMBERS, OUTSIDER, *TABLETS)


def client_of(role: str, world: World) -> Client:
    """A client that is signed in, or sends a token, as its role does; limits on the rate of
    requests begin anew with it."""
    cache.clear()
    if role in GROUPS:
        user = staff(role)
        user.groups.add(Group.objects.get(name=role))
        return signed_in(user)
    if role in RIGHTS:
        return signed_in(staff(role, *RIGHTS[role]))
    if role in MEMBERS or role == OUTSIDER:
        return signed_in(User.objects.get(username=role))
    if role == "player":
        return signed_in(User.objects.create_user(role))
    return Client(headers=world.headers.get(role, {}))


def actions_of(role: str, *, own: bool) -> Collection[Action]:
    """What somebody who is signed in may do in the event, or where none is named."""
    if role in RIGHTS:
        return {Action.ORGANISE, Action.ENTER_ADMIN, *RIGHTS[role]}
    if role == OUTSIDER:
        return ROLE_ACTIONS[EventRole.ORGANISER] if own else ()
    return MEMBERS.get(role, ())
