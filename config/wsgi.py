"""The WSGI application, for many worker processes beside Redis and PostgreSQL."""

import os

from django.core.wsgi import get_wsgi_application

from config.body_limit import WsgiBodyLimit
from config.readiness import make_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django_application = get_wsgi_application()

# Models can be imported once Django is set up.
from config.response_cache import ResponseCache  # noqa: E402

application = WsgiBodyLimit(ResponseCache(django_application))
make_ready()
