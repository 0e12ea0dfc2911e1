"""`/healthz` and `/readyz`: whether this server is alive and ready.

Ready means that it can do its work. They are answered before hosts, encryption and sessions
are looked at, because a load balancer knows an address and no name.
"""

import time
from collections.abc import Callable
from threading import Lock

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.views.decorators.http import require_safe

from referee.doctor import machine, stores
from referee.doctor.findings import Check, State, run

Answer = Callable[[HttpRequest], HttpResponseBase]
CHECKS: dict[str, Check] = {
    "disk": machine.check_disk,
    "database": stores.check_connection,
    "migrations": stores.check_migrations,
    "publisher": stores.check_publisher,
}
REMEMBERED_SECONDS = 5.0
"""Probes within this time get the last answer: they cost queries, and anybody may send them."""
HANGS_SECONDS = 20.0
"""A check that takes longer hangs, as where a database is silent; then no answer counts."""
NO_STORE = {"Cache-Control": "no-store"}


def probes(get_response: Answer) -> Answer:
    """Answer the two probes, and hand every other request on."""
    answers = {"/healthz": liveness, "/readyz": Readiness().answer}

    def answer(request: HttpRequest) -> HttpResponseBase:
        return answers.get(request.path_info, get_response)(request)

    return answer


@require_safe
def liveness(request: HttpRequest) -> HttpResponse:
    """Answer 200, and ask nothing.

    A process that cannot answer this is to be started anew.
    """
    return HttpResponse("alive\n", content_type="text/plain", headers=NO_STORE)


class Readiness:
    """The answer of the last probe, shared by all threads of this process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._asked_at = float("-inf")
        self._began_at: float | None = None
        self._found: dict[str, State] = {}

    def answer(self, request: HttpRequest) -> HttpResponseBase:
        """Answer 200 with each check's state, 503 where one is critical.

        A warning, as without a publisher, takes no server away: no other would do better.
        """
        return require_safe(self._answer)(request)

    def _answer(self, request: HttpRequest) -> HttpResponse:
        found = self._states()
        is_known = bool(found) and not self._hangs()
        is_ready = is_known and max(found.values()) < State.CRITICAL
        checks = {name: state.name.lower() for name, state in found.items()}
        content = {"ready": is_ready, "checks": checks}
        return JsonResponse(content, status=200 if is_ready else 503, headers=NO_STORE)

    def _states(self) -> dict[str, State]:
        """Return the states, found anew if they are old and no other thread is at it.

        The first answer is waited for.
        """
        waits = HANGS_SECONDS if not self._found else 0
        if self._is_old() and self._lock.acquire(timeout=waits):
            try:
                if self._is_old():
                    self._began_at = time.monotonic()
                    self._found = find_states()
                    self._asked_at = time.monotonic()
            finally:
                self._began_at = None
                self._lock.release()
        return self._found

    def _is_old(self) -> bool:
        return time.monotonic() - self._asked_at >= REMEMBERED_SECONDS

    def _hangs(self) -> bool:
        began_at = self._began_at
        return began_at is not None and time.monotonic() - began_at >= HANGS_SECONDS


def find_states() -> dict[str, State]:
    """Return the worst state that each check finds, up to the first critical one."""
    found: dict[str, State] = {}
    for name, check in CHECKS.items():
        found[name] = max((finding.state for finding in run(check)), default=State.FINE)
        if found[name] is State.CRITICAL:
            break
    return found
