"""Servers of the version before go on while a newer one has migrated the database.

Those up to `BEFORE` were written without that: they are applied while every server is stopped.
Several servers share a database on PostgreSQL only. On SQLite Django makes a table anew to add a
column, which the linter takes for a fault whatever the column is."""

from typing import Any

import pytest
from django.db import connection, models
from django.db.migrations.loader import MigrationLoader
from django_migration_linter import MigrationLinter
from django_migration_linter.sql_analyser.analyser import (
    analyse_sql_statements,
    get_sql_analyser_class,
)

from tournament.models import Round

BEFORE = {"referee": "0005_chances", "tournament": "0014_board_delay_in_plain_words"}
pytestmark = [pytest.mark.django_db, pytest.mark.services]


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


@pytest.mark.parametrize(
    ("column", "is_fault"),
    [
        (models.CharField(max_length=3, default="x"), True),
        (models.CharField(max_length=3, db_default="x"), False),
        (models.CharField(max_length=3, null=True), False),
    ],
    ids=["a default of the program", "a default of the database", "none"],
)
def test_a_new_column_is_none_if_the_database_fills_it(column: Any, is_fault: bool) -> None:
    column.set_attributes_from_name("added")
    column.model = Round
    with connection.schema_editor(collect_sql=True) as editor:
        editor.add_field(Round, column)
    analyser = get_sql_analyser_class(connection.vendor)
    errors, _ignored, _warnings = analyse_sql_statements(analyser, editor.collected_sql)
    assert bool(errors) == is_fault
