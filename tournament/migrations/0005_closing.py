"""Staff of the result desk."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0004_second_typing'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='invitation',
            name='invitation_role_known',
        ),
        migrations.RemoveConstraint(
            model_name='membership',
            name='member_role_known',
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
    ]
