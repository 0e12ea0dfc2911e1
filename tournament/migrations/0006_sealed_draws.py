"""Seals of draws. The draws there are get theirs now: public where one of their rounds is."""

import hashlib
import json
import secrets
from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.utils import timezone

PUBLIC = ("published", "finished")


def seal_stored_draws(apps: Any, schema_editor: Any) -> None:
    """One seal for the rounds of an event that have the same certificate."""
    rounds = apps.get_model("tournament", "Round").objects
    seals = apps.get_model("tournament", "Seal").objects
    made: dict[tuple[int, str], Any] = {}
    for item in rounds.exclude(certificate__isnull=True).order_by("event_id", "number"):
        drawn = _canonical(item.certificate)
        seal = made.get((item.event_id, drawn))
        if seal is None:
            seal = seals.create(event_id=item.event_id, **_sealed(item.certificate, item.number))
            made[item.event_id, drawn] = seal
        if item.status in PUBLIC and seal.published_at is None:
            seal.published_at = timezone.now()
            seal.save(update_fields=["published_at"])
        rounds.filter(pk=item.pk).update(seal=seal)


def _sealed(certificate: dict[str, Any], number: int) -> dict[str, Any]:
    problem = certificate["problem"]
    first = len(problem.get("history", ())) + 1
    parts = {"draw": certificate["draw"], "problem": problem, "salt": secrets.token_hex(32)}
    opening = _canonical(parts)
    return {
        "first_round": min(first, number),
        "last_round": max(first + problem.get("rounds", 1) - 1, number),
        "opening": opening,
        "commitment": hashlib.sha256(opening.encode()).hexdigest(),
    }


def _canonical(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


class Migration(migrations.Migration):
    """Seeds of 128 bits, seals, and the seals of what was drawn before."""

    dependencies = [("tournament", "0005_draw_sign_of_life")]

    operations = [
        migrations.AlterField(
            model_name="drawjob",
            name="seed",
            field=models.CharField(max_length=39, verbose_name="seed"),
        ),
        migrations.CreateModel(
            name="Seal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("first_round", models.PositiveSmallIntegerField(verbose_name="first round")),
                ("last_round", models.PositiveSmallIntegerField(verbose_name="last round")),
                ("opening", models.TextField(verbose_name="opening")),
                ("commitment", models.CharField(max_length=64, verbose_name="seal (SHA-256)")),
                ("sealed_at", models.DateTimeField(auto_now_add=True, verbose_name="sealed")),
                (
                    "published_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="published"),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seals",
                        to="tournament.event",
                    ),
                ),
            ],
            options={
                "verbose_name": "seal of a draw",
                "verbose_name_plural": "seals of draws",
                "ordering": ["pk"],
            },
        ),
        migrations.AddField(
            model_name="round",
            name="seal",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="rounds",
                to="tournament.seal",
                verbose_name="seal of the draw",
            ),
        ),
        migrations.RunPython(seal_stored_draws, migrations.RunPython.noop),
    ]
