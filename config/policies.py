"""The Content-Security-Policy of each part of the site."""

import re

from csp.constants import NONE, SELF, UNSAFE_EVAL, UNSAFE_INLINE
from csp.middleware import CSPMiddleware, PolicyParts
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse

PAGES = {
    "default-src": [SELF],
    "base-uri": [NONE],
    "form-action": [SELF],
    "frame-ancestors": [NONE],
    "img-src": [SELF, "data:"],
    "object-src": [NONE],
    "script-src": [SELF],
    "style-src": [SELF],
}
# The admin's library writes scripts and styles into its pages and evaluates attributes.
ADMIN = PAGES | {
    "script-src": [SELF, UNSAFE_INLINE, UNSAFE_EVAL],
    "style-src": [SELF, UNSAFE_INLINE],
}
# The one page that is made for frames of other sites: in it nothing can be done.
EMBEDDED = PAGES | {"frame-ancestors": ["*"]}
_EMBEDDED_PATH = re.compile(r"/e/[-\w]{1,60}/embed/")


class Policies(CSPMiddleware):
    """The middleware that sets each part's policy.

    That is the strict one everywhere but below the admin's address, and one that allows other
    sites' frames for the embedded page; its refusals forbid frames themselves.
    """

    def get_policy_parts(
        self,
        request: HttpRequest,
        response: HttpResponseBase,
        report_only: bool = False,
    ) -> PolicyParts:
        """Return the parts of this response's policy, keeping what its view added."""
        parts: PolicyParts = super().get_policy_parts(request, response, report_only)
        if report_only:
            return parts
        if request.path.startswith(reverse("admin:index")):
            parts.config = ADMIN
        elif _EMBEDDED_PATH.fullmatch(request.path) and "X-Frame-Options" not in response:
            parts.config = EMBEDDED
        return parts
