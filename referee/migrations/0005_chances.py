"""Stored chances of running games, and turning points of finished ones."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('referee', '0004_fairness_studies'),
    ]

    operations = [
        migrations.CreateModel(
            name='LiveChance',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('claimed_at', models.DateTimeField(db_index=True, null=True)),
                ('seq', models.PositiveIntegerField(default=0)),
                ('head', models.CharField(blank=True, max_length=64)),
                ('method', models.CharField(blank=True, max_length=20)),
                ('seed', models.CharField(blank=True, max_length=64)),
                ('line', models.PositiveIntegerField(default=0)),
                ('turn', models.PositiveIntegerField(default=0)),
                ('turns', models.PositiveIntegerField(default=0)),
                ('playouts', models.PositiveIntegerField(default=0)),
                ('counts', models.JSONField(default=dict)),
                ('computed_at', models.DateTimeField(null=True)),
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='chance', to='referee.gamelog')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='TurningPoints',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('claimed_at', models.DateTimeField(db_index=True, null=True)),
                ('digest', models.CharField(blank=True, max_length=64)),
                ('method', models.CharField(blank=True, max_length=20)),
                ('seed', models.CharField(blank=True, max_length=64)),
                ('playouts', models.PositiveIntegerField(default=0)),
                ('points', models.JSONField(default=list)),
                ('computed_at', models.DateTimeField(null=True)),
                ('record', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='turning_points', to='referee.gamerecord')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
    ]
