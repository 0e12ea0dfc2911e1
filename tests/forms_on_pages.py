"""The forms of a page as a browser would send them, one for each button: nothing is changed, but
that a field which is required and empty is filled in."""

from html.parser import HTMLParser
from typing import Any, NamedTuple
from urllib.parse import urljoin

SINGLE_CHOICE = ("radio", "checkbox")
NO_FIELD = ("submit", "button", "image", "reset", "file")
TYPED = {"email": "nova@example.org", "number": "1", "date": "2027-05-15", "time": "10:00"}


class Sent(NamedTuple):
    """Where a form goes and what it says when this button is pressed."""

    action: str
    values: dict[str, list[str]]
    button: str


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[dict[str, Any]] = []
        self._open: dict[str, Any] | None = None
        self._text: list[str] | None = None
        self._select: dict[str, Any] | None = None
        self._needed = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._open = {"attrs": given, "values": {}, "buttons": []}
            self.forms.append(self._open)
            return
        form = self._form_of(given)
        if form is None or "disabled" in given:
            return
        if tag == "button" and given.get("type", "submit") == "submit":
            form["buttons"].append(given)
        elif tag == "input" and given.get("type", "text") not in NO_FIELD:
            self._add_input(form, given)
        elif tag == "select":
            name, needed = given.get("name", ""), "required" in given
            self._select = {"form": form, "name": name, "options": [], "needed": needed}
        elif tag == "option" and self._select is not None:
            self._select["options"].append(given)
        elif tag == "textarea":
            self._text = form["values"].setdefault(given.get("name", ""), [""])
            self._needed = "required" in given

    def _form_of(self, given: dict[str, str]) -> dict[str, Any] | None:
        if "form" not in given:
            return self._open
        named = (form for form in self.forms if form["attrs"].get("id") == given["form"])
        return next(named, None)

    def _add_input(self, form: dict[str, Any], given: dict[str, str]) -> None:
        single = given.get("type") in SINGLE_CHOICE
        if given.get("name") and (not single or "checked" in given):
            value = given.get("value", "on" if single else "")
            if "required" in given and not value:
                value = TYPED.get(given.get("type", "text"), "Nova Stella")
            form["values"].setdefault(given["name"], []).append(value)

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text[0] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "textarea" and self._text is not None:
            self._text[0] = self._text[0].strip() or ("Nova Stella" if self._needed else "")
            self._text = None
        elif tag == "select" and self._select is not None:
            self._choose(self._select)
            self._select = None

    @staticmethod
    def _choose(select: dict[str, Any]) -> None:
        options = select["options"]
        chosen = [one for one in options if "selected" in one] or options[:1]
        values = [one.get("value", "") for one in chosen]
        if select["needed"] and values == [""]:
            values = [one["value"] for one in options if one.get("value")][:1]
        select["form"]["values"].setdefault(select["name"], []).extend(values)


def forms_of(page: str, address: str) -> list[Sent]:
    """What each button of each form that posts sends."""
    parser = _Forms()
    parser.feed(page)
    found = []
    for form in parser.forms:
        if form["attrs"].get("method", "").lower() != "post":
            continue
        for button in form["buttons"]:
            values = {name: list(said) for name, said in form["values"].items()}
            if button.get("name"):
                values.setdefault(button["name"], []).append(button.get("value", ""))
            action = button.get("formaction") or form["attrs"].get("action") or address
            action = urljoin(address, action).partition("#")[0]
            found.append(Sent(action, values, f"{button.get('name')}={button.get('value')}"))
    return found
