"""Downloads that are written while they are sent.

No whole file is in memory.
"""

from collections.abc import AsyncIterator, Iterator

from asgiref.sync import sync_to_async
from django.http import StreamingHttpResponse

CHUNK_BYTES = 64 * 1024
"""About how much of a download is in memory at once."""


class StreamedFile(StreamingHttpResponse):
    """A file to save, whose `parts` are made one after another.

    On an ASGI server Django would collect all parts of a synchronous iterator before it sends the
    first. Here the request's own thread makes each part when the one before is sent.
    """

    def __init__(self, parts: Iterator[bytes], *, name: str, kind: str) -> None:
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        super().__init__(parts, content_type=kind, headers=headers)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        parts = iter(self)
        next_part = sync_to_async(lambda: next(parts, None))
        while (part := await next_part()) is not None:
            yield part
