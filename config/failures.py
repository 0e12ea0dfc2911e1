"""Answers where nothing else caught an error (`handler500`)."""

import sys

from django.http import HttpRequest, HttpResponse
from django.views import defaults

from config.refusals import unsaved_of
from tournament.common.database_faults import database_fault


def server_error(request: HttpRequest) -> HttpResponse:
    """Say that nothing was saved if the database takes no write now.

    Otherwise answer with the page of a bug. Every error of a view and of a middleware comes
    here. What a view had written is undone: it writes in one transaction.
    """
    fault = database_fault(sys.exc_info()[1])
    return unsaved_of(request, fault) if fault else defaults.server_error(request)
