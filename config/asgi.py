"""The ASGI application of the venue box.

Its one process serves pages, API, streams and tasks.
"""

import os

from config.body_limit import AsgiBodyLimit
from config.celery import start_inline_worker
from config.handler import application as django_application
from config.readiness import make_ready
from config.request_threads import RequestThreads
from config.streams import with_streams

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = with_streams(AsgiBodyLimit(RequestThreads(django_application())))
make_ready()
start_inline_worker()
