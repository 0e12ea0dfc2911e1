"""Request bodies: small, strict JSON."""

import json
from collections.abc import Mapping
from typing import IO, Any, Never

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import BaseParser

MAX_BODY_BYTES = 256 * 1024


class TooLargeError(APIException):
    """The body is larger than any this interface takes."""

    status_code = 413
    default_detail = _("The request is too large.")
    default_code = "too-large"


class StrictJSONParser(BaseParser):
    """JSON objects of up to 256 KiB: whole numbers only, no key twice."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the JSON value; raises ParseError or TooLargeError."""
        body = stream.read(MAX_BODY_BYTES + 1)
        if len(body) > MAX_BODY_BYTES:
            raise TooLargeError
        try:
            text = body.decode()
            value = json.loads(
                text,
                parse_float=_refuse,
                parse_constant=_refuse,
                object_pairs_hook=_unique,
            )
            if "\\u" in text:
                # Half a surrogate pair is no text; it could not even be quoted in an answer.
                json.dumps(value, ensure_ascii=False).encode()
            return value
        except (ValueError, RecursionError) as error:
            raise ParseError(_("The body is not JSON as this interface takes it.")) from error


def _refuse(text: str) -> Never:
    raise ValueError(text)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a key is there twice")
    return members
