"""E-mails about corrected results."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies: ClassVar = [
        ('tournament', '0028_account_emails'),
    ]

    operations: ClassVar = [
        migrations.AlterField(
            model_name='email',
            name='kind',
            field=models.CharField(choices=[('confirm', 'Confirm the registration'), ('known', 'Is registered already'), ('entered', 'Is registered'), ('waiting', 'Is on the waiting list'), ('seat', 'Seat of a round'), ('start', 'Start of a round'), ('correction', 'Corrected result'), ('called-off', 'Event cancelled, postponed or held after all'), ('invitation', 'Invitation to the staff'), ('password', 'New password'), ('address', 'Confirm the address')], max_length=12, verbose_name='kind'),
        ),
        migrations.AlterField(
            model_name='entry',
            name='gets_emails',
            field=models.BooleanField(default=False, verbose_name='gets e-mails about seats, starts and corrections'),
        ),
        migrations.AlterField(
            model_name='event',
            name='sends_emails',
            field=models.BooleanField(default=False, verbose_name='e-mails about seats, starts and corrections'),
        ),
        migrations.AlterField(
            model_name='registration',
            name='gets_emails',
            field=models.BooleanField(default=False, verbose_name='gets e-mails about seats, starts and corrections'),
        ),
    ]
