"""Refusals for programs, as problem details (RFC 9457)."""

from typing import Any

MEDIA_TYPE = "application/problem+json"


def problem_details(status: int, code: str, title: str, detail: str, **more: Any) -> dict[str, Any]:
    """Return a refusal's JSON object; `code` is for programs, `detail` for people."""
    return {
        "type": f"urn:treasurer:problem:{code}",
        "code": code,
        "title": title,
        "status": status,
        "detail": detail,
        **more,
    }
