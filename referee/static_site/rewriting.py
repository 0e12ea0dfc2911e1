"""A page of the server as a page of a copy.

Its links lead to files, and what needs a server is left out.
"""

from collections.abc import Callable
from html import escape
from html.parser import HTMLParser

ONLINE = "data-online"
"""Marks in the templates what only a server can do."""
VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
_LEFT_OUT = {"script", "noscript"}
_RELATIONS = {"preload", "alternate", "canonical", "manifest"}
Attributes = list[tuple[str, str | None]]


class Rewriter(HTMLParser):
    """Writes a page anew, tag by tag.

    What it does not change stays as it is to the byte.

    `link` returns where an address leads in the copy, None for nowhere. `asset` does so for a
    static file. `frames` returns the replay's document of the page.
    """

    def __init__(
        self,
        link: Callable[[str], str | None],
        asset: Callable[[str], str],
        frames: Callable[[], str],
        script: str,
    ) -> None:
        super().__init__(convert_charrefs=False)
        self._link, self._asset, self._frames, self._script = link, asset, frames, script
        self._out: list[str] = []
        self._skipped: list[str] = []
        self._opened: list[str] = []
        """What each open link is written as."""

    def rewritten(self, html: str) -> str:
        """Return the whole page as a copy has it."""
        self.feed(html)
        self.close()
        return "".join(self._out)

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        """Write a tag with its links rewritten, or begin to leave its element out."""
        if self._skipped:
            if tag == self._skipped[0] and tag not in VOID:
                self._skipped.append(tag)
        elif _is_left_out(tag, dict(attrs)):
            if tag not in VOID:
                self._skipped.append(tag)
        else:
            self._write_tag(tag, attrs)

    def handle_startendtag(self, tag: str, attrs: Attributes) -> None:
        """Write a tag that ends itself, as drawings have them."""
        if not self._skipped:
            self._out.append(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        """Write the end of an element that is written."""
        if self._skipped:
            if tag == self._skipped[0]:
                self._skipped.pop()
            return
        if tag == "head":
            self._out.append(f'<script src="{escape(self._script)}" defer></script>')
        self._out.append(f"</{self._opened.pop() if tag == 'a' else tag}>")

    def handle_data(self, data: str) -> None:
        """Write text as it is."""
        self._keep(data)

    def handle_entityref(self, name: str) -> None:
        """Write a named character as it is."""
        self._keep(f"&{name};")

    def handle_charref(self, name: str) -> None:
        """Write a numbered character as it is."""
        self._keep(f"&#{name};")

    def handle_decl(self, decl: str) -> None:
        """Write the type of the document."""
        self._keep(f"<!{decl}>")

    def _keep(self, text: str) -> None:
        if not self._skipped:
            self._out.append(text)

    def _write_tag(self, tag: str, attrs: Attributes) -> None:
        values = dict(attrs)
        if tag == "a":
            self._write_link(values)
        elif tag in ("link", "img"):
            name = "href" if tag == "link" else "src"
            self._write(tag, values | {name: self._asset(values[name] or "")})
        elif tag == "section" and "data-replay" in values:
            self._write(tag, {**values, "data-base": ""})
            self._out.append(f"<template data-document>{escape(self._frames())}</template>")
        else:
            self._out.append(self.get_starttag_text() or "")

    def _write_link(self, values: dict[str, str | None]) -> None:
        href = values.get("href")
        target = href if href is None or href.startswith("#") else self._link(href)
        if href is not None and target is None:
            self._opened.append("span")
            self._out.append("<span>")
            return
        self._opened.append("a")
        self._write("a", values if target is None else values | {"href": target})

    def _write(self, tag: str, values: dict[str, str | None]) -> None:
        texts = [
            name if value is None else f'{name}="{escape(value)}"' for name, value in values.items()
        ]
        self._out.append(f"<{' '.join([tag, *texts])}>")


def _is_left_out(tag: str, values: dict[str, str | None]) -> bool:
    if ONLINE in values or tag in _LEFT_OUT:
        return True
    if tag == "link":
        return values.get("rel") in _RELATIONS
    about = values.get("name") or ""
    return tag == "meta" and ("property" in values or about.startswith(("twitter:", "event-")))
