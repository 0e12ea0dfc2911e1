"""Pages that no cache may store."""

from django.http import HttpResponse
from django.utils.cache import patch_cache_control

from tournament.standings.selectors.pages import EventPage


def forbid_storing_unpublished(response: HttpResponse, page: EventPage) -> HttpResponse:
    """Return the response, not to be stored if the event has a change to be published.

    The change may alter nothing that is public: no version would then replace the stored page.
    """
    if page.has_unpublished_change:
        patch_cache_control(response, no_store=True)
    return response
