"""Addresses: the admin, then each package's own."""

from collections.abc import Callable

from django.contrib import admin
from django.http import HttpResponseBase
from django.urls import include, path, register_converter
from django.views.generic import RedirectView

from tournament.common.parameters import WholeNumberConverter

register_converter(WholeNumberConverter, "number")
admin.autodiscover()


def to_page(name: str) -> Callable[..., HttpResponseBase]:
    """Return a view that redirects from an address of the admin to the named page."""
    return RedirectView.as_view(pattern_name=name, query_string=True)


handler500 = "config.failures.server_error"
urlpatterns = [
    path("i18n/", include("django.conf.urls.i18n")),
    # There is one page to sign in and one to change a password, with their limits.
    path("admin/login/", to_page("tournament:sign-in"), name="admin-sign-in"),
    path("admin/password_change/", to_page("tournament:password"), name="admin-password"),
    path("admin/", admin.site.urls),
    path("api/v1/", include("referee.live.api.urls")),
    path("tablet/", include("referee.tablet.urls")),
    path("organise/", include("referee.chief.urls")),
    path("", include("tournament.urls")),
    path("", include("referee.urls")),
]
