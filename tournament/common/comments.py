"""Style sheets and modules without the comments that only their authors need."""

import re
from pathlib import PurePosixPath

# Comments that have lines of their own. What begins one on a line with code stays.
COMMENTS = {
    ".js": re.compile(r"^[ \t]*(?://.*+|/\*(?:(?!\*/)[\s\S])*\*/[ \t]*)\n", re.MULTILINE),
    ".css": re.compile(r"^[ \t]*/\*(?:(?!\*/)[\s\S])*\*/[ \t]*\n", re.MULTILINE),
}


def without_comments(name: str, text: str) -> str:
    """Return a style sheet or module without its comments."""
    return COMMENTS[PurePosixPath(name).suffix].sub("", text)
