"""The ASGI application: the venue box's one process serves pages, API and tasks."""

import os

from django.core.asgi import get_asgi_application

from config.body_door import AsgiDoor
from config.celery import start_inline_worker
from config.readiness import make_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = AsgiDoor(get_asgi_application())
make_ready()
start_inline_worker()
