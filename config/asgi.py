"""The ASGI application: the venue box's one process serves pages, API, streams and tasks."""

import os

from config.body_door import AsgiDoor
from config.celery import start_inline_worker
from config.handler import application as django_application
from config.kept_threads import KeptThreads
from config.readiness import make_ready
from config.streams import with_streams

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = with_streams(AsgiDoor(KeptThreads(django_application())))
make_ready()
start_inline_worker()
