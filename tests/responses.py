"""What the test clients answer with, by the types that the stubs keep to themselves."""

from typing import TYPE_CHECKING

from django.http import HttpResponse
from rest_framework.response import Response

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse
    from rest_framework.response import _MonkeyPatchedResponse

    ClientResponse = _MonkeyPatchedWSGIResponse
    APIClientResponse = _MonkeyPatchedResponse
else:
    ClientResponse, APIClientResponse = HttpResponse, Response
