"""What the plan of a backup allows is what the product writes, and no less."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import models

from referee.backups.parts import PARTS
from referee.backups.plan import JSON_TEXTS, ROWS, TEXTS
from referee.devices.paired import MAX_DEVICES
from referee.log.calls import MAX_CALLS
from referee.log.collected import MAX_COLLECTED
from referee.models import Call, CollectedCorrection, Device
from tournament.models import Event, HandPrize, Round
from tournament.standings.services.hand_prizes import MAX_HAND_PRIZES

OPEN = [part for part in PARTS if not part.sealed]


def lengthless(model: type[models.Model]) -> set[str]:
    """The columns of a table whose type has no length."""
    kinds = (models.TextField, models.JSONField)
    return {column.name for column in model._meta.local_fields if isinstance(column, kinds)}


@pytest.mark.parametrize("part", OPEN, ids=lambda part: part.label)
def test_every_table_has_a_limit_of_its_rows_and_of_each_column(part: Any) -> None:
    assert part.model in ROWS
    assert set(TEXTS.get(part.model, {})) == lengthless(part.model)
    assert set(JSON_TEXTS.get(part.model, ())) <= lengthless(part.model)


def test_no_limit_is_below_one_of_the_product() -> None:
    assert ROWS[Device][1] >= MAX_DEVICES
    assert ROWS[Call][1] >= MAX_CALLS
    assert ROWS[CollectedCorrection][1] >= MAX_COLLECTED
    assert ROWS[HandPrize][1] == MAX_HAND_PRIZES
    most = ROWS[Round][1]
    Event(number_of_rounds=most).clean_fields(exclude=other_fields("number_of_rounds"))
    with pytest.raises(ValidationError):
        Event(number_of_rounds=most + 1).clean_fields(exclude=other_fields("number_of_rounds"))


def other_fields(name: str) -> set[str]:
    return {field.name for field in Event._meta.fields} - {name}


def test_a_parent_comes_before_its_rows_are_counted() -> None:
    before: set[type[models.Model] | None] = {None}
    for part in OPEN:
        assert ROWS[part.model][0] in before
        before.add(part.model)
