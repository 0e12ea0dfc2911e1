"""The last published documents of events, as this process wrote or read them.

The documents of a large event have a million characters, and two versions of it a second differ in
a dozen boards. So values are shared: an object that was in the document before is neither compared
nor written out again.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from cachetools import LRUCache

from referee.live.publishing.merge_patch import patch_between

Json = dict[str, Any]
MAX_KEPT_CHARACTERS = 32_000_000
"""The most characters of cached texts; parsed, a text takes some ten times its length in memory."""
BOARDS = "boards"


@dataclass(frozen=True, slots=True)
class Document:
    """A public state that must not be changed, with its canonical text.

    It also has, by path, the objects that were written out separately, with their texts.
    """

    state: Json
    text: str
    parts: Mapping[tuple[str, ...], tuple[Any, str]] = field(default_factory=dict)

    def patch_to(self, after: Json) -> Json:
        """Return the merge patch that turns this state into another.

        It is empty if the states are the same.
        """
        return patch_between(self.state, after)


def canonical(state: Any) -> str:
    """Return the one text that stands for a document, whatever the order of its keys."""
    return json.dumps(state, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def parse_document(text: str) -> Document:
    """Parse the document of a canonical text."""
    return Document(json.loads(text), text)


def write_document(state: Json, before: Document) -> Document:
    """Write the document of a state, reusing text of the one before.

    It reuses the text of the parts that both share. Such parts are the boards and the values
    beside them.
    """
    parts: dict[tuple[str, ...], tuple[Any, str]] = {}

    def text_of(value: Any, *path: str) -> str:
        known, text = before.parts.get(path, (None, ""))
        parts[path] = (value, text if known is value else canonical(value))
        return parts[path][1]

    rounds = [
        (
            number,
            _join_members(
                (table, text_of(board, number, table)) for table, board in boards.items()
            ),
        )
        for number, boards in state.get(BOARDS, {}).items()
    ]
    texts = [(name, text_of(value, name)) for name, value in state.items() if name != BOARDS]
    if BOARDS in state:
        texts.append((BOARDS, _join_members(rounds)))
    return Document(state, _join_members(texts), parts)


def _join_members(members: Iterable[tuple[str, str]]) -> str:
    """Join names and JSON texts to a JSON object."""
    return "{" + ",".join(f"{canonical(name)}:{text}" for name, text in sorted(members)) + "}"


class KeptDocuments:
    """A cache of the documents of recently published events.

    Each document has its version's digest. The cache holds up to so many characters of their
    texts. A document with another digest is not used.
    """

    def __init__(self, max_characters: int = MAX_KEPT_CHARACTERS) -> None:
        self._documents: LRUCache[int, tuple[str, Document]] = LRUCache(
            max_characters, getsizeof=lambda kept: len(kept[1].text)
        )
        self._lock = Lock()

    def get(self, event: int, digest: str) -> Document | None:
        """Return the event's document (by key) if it has this digest."""
        with self._lock:
            known, document = self._documents.get(event, ("", None))
        return document if known == digest else None

    def keep(self, event: int, digest: str, document: Document) -> None:
        """Replace the event's document; one that is too large is not kept."""
        with self._lock:
            self._documents.pop(event, None)
            if len(document.text) <= self._documents.maxsize:
                self._documents[event] = digest, document
