from django.db import migrations, models


def nobody_waits_checked_in(apps, schema_editor):
    entries = apps.get_model("tournament", "Entry").objects.using(schema_editor.connection.alias)
    entries.filter(state="waiting", checked_in_at__isnull=False).update(checked_in_at=None)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0002_substitutes")]

    operations = [
        migrations.RunPython(nobody_waits_checked_in, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["registered", "waiting", "withdrawn"])),
                name="entry_state_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("state", "waiting"), _negated=True),
                    ("checked_in_at__isnull", True),
                    _connector="OR",
                ),
                name="waiting_is_not_checked_in",
            ),
        ),
    ]
