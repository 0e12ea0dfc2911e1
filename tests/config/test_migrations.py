"""Servers of the version before go on while a newer one has migrated the database.

Those up to `BEFORE` were written without that: they are applied while every server is stopped."""

import pytest
from django.db.migrations.loader import MigrationLoader
from django_migration_linter import MigrationLinter

BEFORE = {"referee": "0005_chances", "tournament": "0014_board_delay_in_plain_words"}

# SQLite writes no migration out within a transaction.
pytestmark = pytest.mark.django_db(transaction=True)


def faults_of(app: str, name: str) -> int:
    """Return how many of the one migration's faults a server of the version before would meet."""
    linter = MigrationLinter(no_cache=True, no_output=True)
    linter.lint_all_migrations(app_label=app, migration_name=name)
    return linter.nb_erroneous


@pytest.mark.parametrize("app", BEFORE)
def test_an_older_server_can_work_on_a_migrated_database(app: str) -> None:
    names = sorted(name for label, name in MigrationLoader(None).disk_migrations if label == app)
    assert BEFORE[app] in names
    later = [name for name in names if name > BEFORE[app]]
    assert [name for name in later if faults_of(app, name)] == []


def test_a_column_that_is_dropped_or_has_to_be_filled_is_a_fault() -> None:
    assert faults_of("tournament", "0002_advice")
    assert not faults_of("tournament", "0013_careers")
