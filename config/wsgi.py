"""The WSGI application, for many worker processes beside Redis and PostgreSQL."""

import os

from django.core.wsgi import get_wsgi_application

from config.body_door import WsgiDoor
from config.readiness import make_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = WsgiDoor(get_wsgi_application())
make_ready()
