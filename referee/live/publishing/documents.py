"""The last published documents of events, as this process wrote or read them.

The documents of a large event have a million characters, and two versions of it a second differ in
a dozen boards. So values are shared: an object that was in the document before is neither compared
nor written out again.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.live.publishing.merge_patch import patch_between

Json = dict[str, Any]
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
