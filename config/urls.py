"""Addresses: the admin, then each package's own."""

from django.contrib import admin
from django.urls import include, path, register_converter

from tournament.parameters import WholeNumberConverter
from tournament.sign_in.pages import change_password, sign_in

register_converter(WholeNumberConverter, "number")
admin.autodiscover()

urlpatterns = [
    path("i18n/", include("django.conf.urls.i18n")),
    # The admin's own pages, within limits: they come before it.
    path("admin/login/", sign_in, name="sign-in"),
    path("admin/password_change/", change_password, name="change-password"),
    path("admin/", admin.site.urls),
    path("api/v1/", include("referee.api.urls")),
    path("tablet/", include("referee.tablet.urls")),
    path("organise/", include("referee.views.chief_urls")),
    path("", include("tournament.urls")),
    path("", include("referee.urls")),
]
