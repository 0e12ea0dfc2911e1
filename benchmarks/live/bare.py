"""The baseline: a Django view that answers with bytes it has in memory, and nothing else of ours.

`BARE_BODY` names the file with the bytes, `BARE_HEADERS` is a JSON object of headers."""

import json
import os
from pathlib import Path

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import re_path

BODY = Path(os.environ["BARE_BODY"]).read_bytes()
HEADERS = {**json.loads(os.environ["BARE_HEADERS"]), "Content-Length": str(len(BODY))}


def view(_request: HttpRequest) -> HttpResponse:
    """Answer with the same bytes to everybody."""
    return HttpResponse(BODY, headers=HEADERS)


urlpatterns = [re_path("", view)]
settings.configure(
    ALLOWED_HOSTS=["localhost"], ROOT_URLCONF=__name__, SECRET_KEY=__name__, USE_I18N=False
)
application = get_wsgi_application()
