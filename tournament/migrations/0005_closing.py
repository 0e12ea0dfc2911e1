"""Events can be closed, players written to; staff of the result desk."""

import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0004_second_typing'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Mailing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.UUIDField(default=uuid.uuid4, editable=False)),
                ('subject', models.CharField(max_length=120, verbose_name='subject')),
                ('text', models.TextField(max_length=4000, verbose_name='text')),
                ('sent_at', models.DateTimeField(verbose_name='sent')),
                ('sent_by', models.CharField(max_length=150, verbose_name='sent by')),
            ],
            options={
                'verbose_name': 'mailing',
                'verbose_name_plural': 'mailings',
                'ordering': ['-pk'],
            },
        ),
        migrations.RemoveConstraint(
            model_name='invitation',
            name='invitation_role_known',
        ),
        migrations.RemoveConstraint(
            model_name='membership',
            name='member_role_known',
        ),
        migrations.AddField(
            model_name='event',
            name='closed_at',
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name='closed'),
        ),
        migrations.AlterField(
            model_name='email',
            name='kind',
            field=models.CharField(choices=[('confirm', 'Confirm the registration'), ('known', 'Is registered already'), ('entered', 'Is registered'), ('waiting', 'Is on the waiting list'), ('seat', 'Seat of a round'), ('start', 'Start of a round'), ('correction', 'Corrected result'), ('called-off', 'Event cancelled, postponed or held after all'), ('mailing', 'Message from the organisers'), ('invitation', 'Invitation to the staff'), ('password', 'New password'), ('address', 'Confirm the address')], max_length=12, verbose_name='kind'),
        ),
        migrations.AlterField(
            model_name='invitation',
            name='role',
            field=models.CharField(choices=[('organiser', 'Organiser'), ('chief-referee', 'Chief referee'), ('registrar', 'Registrar'), ('result-desk', 'Result desk'), ('reader', 'Helper (reads only)')], max_length=20, verbose_name='role in the event'),
        ),
        migrations.AlterField(
            model_name='membership',
            name='role',
            field=models.CharField(choices=[('organiser', 'Organiser'), ('chief-referee', 'Chief referee'), ('registrar', 'Registrar'), ('result-desk', 'Result desk'), ('reader', 'Helper (reads only)')], max_length=20, verbose_name='role in the event'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.CheckConstraint(condition=models.Q(('role__in', ['organiser', 'chief-referee', 'registrar', 'result-desk', 'reader'])), name='invitation_role_known'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.CheckConstraint(condition=models.Q(('role__in', ['organiser', 'chief-referee', 'registrar', 'result-desk', 'reader'])), name='member_role_known'),
        ),
        migrations.AddField(
            model_name='mailing',
            name='event',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='mailings', to='tournament.event'),
        ),
        migrations.AddField(
            model_name='mailing',
            name='round',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournament.round'),
        ),
        migrations.AddField(
            model_name='email',
            name='mailing',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='emails', to='tournament.mailing'),
        ),
        migrations.AddConstraint(
            model_name='mailing',
            constraint=models.UniqueConstraint(fields=('event', 'key'), name='mailing_once_a_form'),
        ),
    ]
