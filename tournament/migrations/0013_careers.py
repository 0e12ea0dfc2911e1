"""Entries that their players show on one page over events."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0012_role_correction'),
    ]

    operations = [
        migrations.CreateModel(
            name='CareerEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.CharField(db_index=True, max_length=32)),
                ('listed', models.BooleanField(default=False, verbose_name='search engines may list it')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='career', to='tournament.entry', verbose_name='player')),
            ],
            options={
                'verbose_name': 'entry on a page over events',
                'verbose_name_plural': 'entries on pages over events',
                'ordering': ['pk'],
            },
        ),
    ]
