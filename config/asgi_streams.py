"""The ASGI application of a process that holds streams and nothing else, beside the processes that
answer pages: `docs/operations.md`."""

import os

from config.body_door import AsgiDoor
from config.handler import application as django_application
from config.kept_threads import KeptThreads
from config.readiness import make_ready
from config.server.accepting import allow_many
from config.streams import with_streams

MAX_STREAMS = 12_000

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
allow_many()
application = with_streams(AsgiDoor(KeptThreads(django_application())), most=MAX_STREAMS)
make_ready()
