"""The tablet's app: shell, service worker, CPython and engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from csp.constants import WASM_UNSAFE_EVAL
from csp.decorators import csp_update
from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from referee.journal import limits
from referee.tablet import pack, python, release, snapshot
from tournament.common import startup

_BYTES = "application/octet-stream"
_FOR_EVER = {"public": True, "immutable": True, "max_age": 31_536_000}


@require_safe
@cache_control(no_cache=True)
@csp_update({"script-src": [WASM_UNSAFE_EVAL]})
def shell(request: HttpRequest) -> HttpResponse:
    """Show the one page of the app, the same for every table.

    It is the same so that it can start cold. Until a first start has loaded the tablet's
    packages, show how far that is.
    """
    if startup.is_loading(startup.TABLET):
        return _loading_page(request)
    return render(
        request,
        "referee/tablet/shell.html",
        {
            "static_url": settings.STATIC_URL,
            "api": "/api/v1/",
            "version": release.current().version,
            "event_bytes": str(limits.MAX_EVENT_BYTES),
            "own_events": str(limits.MAX_OWN_EVENTS),
            "own_bytes": str(limits.MAX_OWN_BYTES),
        },
    )


@never_cache
def _loading_page(request: HttpRequest) -> HttpResponse:
    context = {"steps": startup.startup_steps()}
    return render(request, "referee/tablet/loading.html", context, status=202)


@require_safe
@cache_control(no_cache=True)
@csp_update({"script-src": [WASM_UNSAFE_EVAL]})
def worker(request: HttpRequest) -> HttpResponse:
    """Send the engine's worker under this policy: a static file would run under none."""
    source = f'import "{settings.STATIC_URL}tablet/runtime/worker.js";\n'
    return HttpResponse(source, content_type="text/javascript")


@require_safe
@never_cache
def service_worker(request: HttpRequest) -> HttpResponse:
    """Send the service worker, below /tablet/ so that its scope is the app's."""
    source = Path(str(finders.find("tablet/runtime/service-worker.js"))).read_text()
    text = release.for_service_worker(release.current()) + source
    return HttpResponse(text, content_type="text/javascript")


@require_safe
@cache_control(**_FOR_EVER)
def app_files(request: HttpRequest, version: str) -> HttpResponse:
    """Send the app's small files in one answer (`release.archive`).

    The status is 404 for an older release.
    """
    now = release.current()
    if version != now.version:
        raise Http404
    archive = release.archive(now)
    return _in_coding(request, ["br"], archive.__getitem__, _BYTES)


@require_safe
@cache_control(no_cache=True)
def release_document(request: HttpRequest) -> JsonResponse:
    """Answer which CPython and which engine belong together now."""
    now = release.current()
    document = {
        "version": now.version,
        "digest": now.digest,
        "pack": now.engine,
        "python": now.python,
        "snapshot": now.snapshot and now.snapshot._asdict(),
    }
    return JsonResponse(document)


@require_safe
@cache_control(**_FOR_EVER)
def engine(request: HttpRequest, digest: str) -> HttpResponse:
    """Send the engine's source; 404 unless it is the one by which this server judges."""
    archive = pack.build() if settings.DEBUG else pack.current()
    if digest != archive.digest:
        raise Http404
    return HttpResponse(archive.archive, content_type="application/zip")


@require_safe
@cache_control(**_FOR_EVER)
def python_file(request: HttpRequest, version: str, name: str) -> HttpResponse:
    """Send one file of CPython for browsers, compressed once per process."""
    if version != python.version() or name not in python.FILES:
        raise Http404
    return _in_coding(
        request,
        ["br", "gzip"],
        lambda coding: python.encoded_file(name, coding),
        python.FILES[name],
    )


@require_safe
@cache_control(**_FOR_EVER)
def snapshot_file(request: HttpRequest, digest: str, sha256: str) -> HttpResponse:
    """Send the memory of the started engine.

    The status is 404 for any memory other than the one offered now.
    """
    found = snapshot.stored_snapshot(digest)
    if found is None or found.sha256 != sha256:
        raise Http404
    return _in_coding(request, ["br"], found.encoded_content, _BYTES)


def _in_coding(
    request: HttpRequest, codings: Sequence[str], packed: Callable[[str], bytes], kind: str
) -> HttpResponse:
    """Send `packed` in the first of these codings that the browser accepts.

    If it accepts none, send it as it is. `packed` gives the bytes in a coding (`identity` for
    none); `kind` is their media type.
    """
    accepted = request.headers.get("Accept-Encoding", "")
    coding = next((one for one in codings if one in accepted), "identity")
    response = HttpResponse(packed(coding), content_type=kind)
    response["Content-Encoding"] = coding
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


@require_safe
@cache_control(no_cache=True)
def manifest(request: HttpRequest) -> JsonResponse:
    """Answer with the name and icons of the installed app."""
    icons: list[dict[str, Any]] = [
        {"src": f"{settings.STATIC_URL}tablet/icons/{name}", "sizes": sizes, "type": kind}
        for name, sizes, kind in [
            ("app.svg", "any", "image/svg+xml"),
            ("app-192.png", "192x192", "image/png"),
            ("app-512.png", "512x512", "image/png"),
        ]
    ]
    document = {
        "name": "Treasurer",
        "short_name": "Treasurer",
        "start_url": reverse("tablet:shell"),
        "scope": reverse("tablet:shell"),
        "display": "standalone",
        "orientation": "any",
        "background_color": "#ffffff",
        "theme_color": "#9c1f33",
        "icons": icons,
    }
    return JsonResponse(document, content_type="application/manifest+json")
