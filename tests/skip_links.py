"""The link before what stands first on a page, by which a keyboard skips it."""

import re

from tests.present import present

FOCUSABLE = re.compile(
    r"<a [^>]*href=.*?</a>|<(?:input|button|select|textarea|summary)[ >].*?>", re.DOTALL
)


def skip_of(page: str) -> tuple[str, str]:
    """Return the words of the first thing in the content that takes the focus, and its target."""
    content = page.partition('<main id="content"')[2]
    first = present(FOCUSABLE.search(content))[0]
    link = present(re.fullmatch(r'<a class="skip"\s+href="#([^"]+)"[^>]*>(.*?)</a>', first))
    return link[2], link[1]
