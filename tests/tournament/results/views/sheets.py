"""The sheet of the first table as its staff type, confirm and reject it."""

from django.contrib.auth.models import User
from django.test import Client

from tests.accounts import signed_in
from tournament.models import Event, EventRole, Membership, Result

AT = "/organise/open/r/1/1/sheet/"


def member(event: Event, name: str, role: str = EventRole.CHIEF_REFEREE) -> Client:
    """Somebody of the staff of an event, signed in."""
    person = User.objects.create_user(name)
    Membership.objects.create(event=event, person=person, role=role)
    return signed_in(person)


def typed(*cash: int | None, seen: str = "", **more: str) -> dict[str, str]:
    """What is typed: the final cash in order of play, None for who is out."""
    data = {"seen": seen}
    for order, amount in enumerate(cash, start=1):
        data |= (
            {f"seat{order}-out": "on"} if amount is None else {f"seat{order}-final": str(amount)}
        )
    return data | {name.replace("_", "-", 1): value for name, value in more.items()}


def press(client: Client, what: str, reason: str = "") -> list[str]:
    """Confirm or reject the sheet as it is now; what is said then."""
    seen = client.get(AT).context["seen"]
    page = client.post(f"{AT}{what}/", {"seen": seen, "reason": reason}, follow=True)
    return [str(message) for message in page.context["messages"]]


def places() -> list[tuple[int, int]]:
    """The places and cash of the result, in order of the seats."""
    lines = Result.objects.get().seat_results.order_by("seat__order")
    return list(lines.values_list("place", "final"))
