"""What every test stands on: a database in a file."""

import gc
import logging
import sys
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from django.core.management import call_command
from django.db import connections, transaction
from django.test import TransactionTestCase
from django.utils import translation
from hypothesis import HealthCheck, settings
from pytest_django import DjangoDbBlocker

from tests.database_rows import Rows, read_rows, restore, rows_since, write_rows
from tests.memory_folder import memory_folder
from tests.migrated import copy_migrated, template

# A machine that does much else draws slowly: that says nothing of the examples.
settings.register_profile("any machine", suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

pytest_plugins = ["tests.shares", "tests.sent_statements", "tests.database_tests"]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole servers are attacked and killed first, and what takes long begins first, so that
    no process is left alone with them at the end. What uses the database keeps pytest-django's
    order."""
    items.sort(key=lambda item: not _begins(item))


def _begins(item: pytest.Item) -> bool:
    has = item.keywords.__contains__
    return has("long") or (has("services") and not has("django_db"))


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
    django_db_modify_db_settings_parallel_suffix: None,
) -> Iterator[None]:
    """Start from a migrated database. SQLite is tested in a file, as it is used: its databases
    without one lock by other rules."""
    with ExitStack() as folders:
        for connection in connections.all():
            if connection.vendor == "postgresql":
                connection.settings_dict["TEST"]["TEMPLATE"] = template()
            if connection.vendor == "sqlite":
                file = folders.enter_context(memory_folder()) / "test.sqlite3"
                copy_migrated(file)
                connection.settings_dict["TEST"]["NAME"] = str(file)
        yield
        connections.close_all()


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Go on with the file that was migrated before."""
    return connections["default"].vendor == "sqlite"


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


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A test with transactions of its own leaves the database as it found it, with what migrations
    wrote under the same numbers."""
    with django_db_blocker.unblock():
        migrated = read_rows()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _case: restore(migrated))
        yield


@pytest.fixture(scope="module")
def lasting_db(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """What a fixture of a module writes stays until its last test; no test may lean on the others,
    for what a test writes is undone as ever."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="session")
def sample_rows(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Rows:
    """The rows of the sample event, whose eighteen games are judged once for all tests."""
    with django_db_blocker.unblock(), transaction.atomic():
        before = read_rows()
        call_command("load_sample_event", verbosity=0)
        rows = rows_since(before)
        transaction.set_rollback(True)
    return rows


@pytest.fixture(scope="module")
def sample(lasting_db: None, sample_rows: Rows) -> None:
    """The sample event: 24 players, three rounds of six tables, all with records."""
    write_rows(sample_rows)
