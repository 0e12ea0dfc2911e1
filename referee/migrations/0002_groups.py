"""Ready-made groups, so that a superuser gives rights with one click. Made once: an installation
may change, rename or delete them as it likes."""

from django.apps import apps as installed
from django.contrib.auth.management import create_permissions
from django.db import migrations

SEES = ("tournament.view_event", "tournament.view_entry", "tournament.view_result")
REGISTERS = ("tournament.change_entry", "tournament.import_players")
GROUPS = {
    "Organiser": (
        *SEES,
        *REGISTERS,
        "tournament.add_event",
        "tournament.change_event",
        "tournament.delete_event",
        "tournament.publish_event",
        "tournament.view_round",
        "tournament.draw_round",
        "tournament.move_clock",
        "tournament.enter_results",
        "tournament.view_auditentry",
        "referee.view_gamerecord",
    ),
    "Chief referee": (
        *SEES,
        "tournament.view_round",
        "tournament.move_clock",
        "tournament.enter_results",
        "referee.view_gamerecord",
        "referee.act_as_chief",
    ),
    "Registrar": ("tournament.view_event", "tournament.view_entry", *REGISTERS),
    "Helper (reads only)": SEES,
}


def make_groups(apps, schema_editor):
    Group = apps.get_model("auth", "Group")
    Permission = apps.get_model("auth", "Permission")
    # Django makes permissions after all migrations: these are needed now.
    for label in ("tournament", "referee"):
        create_permissions(installed.get_app_config(label), verbosity=0)
    for name, permissions in GROUPS.items():
        group, made = Group.objects.get_or_create(name=name)
        if made:
            for permission in permissions:
                label, codename = permission.split(".")
                group.permissions.add(
                    Permission.objects.get(content_type__app_label=label, codename=codename)
                )


class Migration(migrations.Migration):
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("referee", "0001_initial"),
        ("tournament", "0001_initial"),
    ]
    operations = [migrations.RunPython(make_groups, migrations.RunPython.noop)]
