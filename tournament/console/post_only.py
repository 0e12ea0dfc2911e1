"""The way from an address that takes only forms to a page.

People land there by signing in again, by another language, or by loading a question anew.
"""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import is_valid_path

HOME = "/organise/"
Answer = Callable[[HttpRequest], HttpResponseBase]


def post_only_pages(get_response: Answer) -> Answer:
    """Redirect a GET that only a form may send to the page above it."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        is_page = request.method == "GET" and request.path_info.startswith(HOME)
        if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED and is_page:
            return redirect(page_above(request.path_info))
        return response

    return answer


def page_above(path: str) -> str:
    """Return the nearest address above one of the console's."""
    above = path
    while above != HOME:
        above = above.rstrip("/").rpartition("/")[0] + "/"
        if is_valid_path(above):
            break
    return above
