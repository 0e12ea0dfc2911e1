"""What every test stands on: a database in a file."""

import gc
import logging
import sys
from collections.abc import Iterator
from importlib import import_module

import pytest
from django.apps import AppConfig, apps
from django.db import connections, transaction
from django.db.models.signals import post_migrate
from django.utils import translation
from pytest_django import DjangoDbBlocker


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole servers are attacked and killed first, so that no process is left alone with them at
    the end. What uses the database keeps pytest-django's order."""
    items.sort(key=lambda item: "services" not in item.keywords or "django_db" in item.keywords)


def pytest_collection_finish() -> None:
    """What is in memory now stays to the end: the garbage collector need not look at it again and
    again, nor as often as is due to a small process."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)


@pytest.hookimpl(hookwrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Leave tests untraced that are marked `no_cover` (in a process of xdist pytest-cov counts
    twice, and pauses one of the two only) or draw examples: single tests reach every branch."""
    tracer = sys.gettrace()
    if item.get_closest_marker("no_cover") or item.get_closest_marker("hypothesis"):
        sys.settrace(None)
    yield
    sys.settrace(tracer)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """SQLite is tested in a file, as it is used: in memory it locks by other rules."""
    for connection in connections.all():
        if connection.vendor == "sqlite":
            folder = tmp_path_factory.mktemp("database")
            connection.settings_dict["TEST"]["NAME"] = str(folder / "test.sqlite3")


@pytest.fixture(autouse=True)
def _own_language() -> Iterator[None]:
    """A request leaves its reader's language behind, until the next request of the thread."""
    yield
    translation.deactivate()


@pytest.fixture(scope="session", autouse=True)
def _refusals_in_a_line() -> Iterator[None]:
    """Thousands of requests are refused on purpose: nobody reads what led to each."""

    def in_a_line(record: logging.LogRecord) -> bool:
        if record.levelno < logging.ERROR:
            record.exc_info = None
        return True

    requests = logging.getLogger("django.request")
    requests.addFilter(in_a_line)
    yield
    requests.removeFilter(in_a_line)


@pytest.fixture(scope="session", autouse=True)
def _ready_made_groups() -> Iterator[None]:
    """A test with transactions of its own leaves an emptied database, without what migrations
    wrote: whatever test comes after it in the same process finds the groups again."""
    make_groups = import_module("referee.migrations.0004_groups").make_groups

    def made_again(sender: AppConfig, **_signal: object) -> None:
        if sender.label == "referee":
            make_groups(apps, None)

    post_migrate.connect(made_again)
    yield
    post_migrate.disconnect(made_again)


@pytest.fixture(scope="module")
def lasting_db(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """What a fixture of a module writes stays until its last test; no test may lean on the others,
    for what a test writes is undone as ever."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)
