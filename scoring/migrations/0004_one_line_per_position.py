from collections import Counter

from django.db import migrations, models


def number_the_lines(apps, schema_editor):
    """Lines were told apart by their keys alone: they keep that order."""
    lines = apps.get_model("scoring", "PointLine").objects.using(schema_editor.connection.alias)
    seen, changed = Counter(), []
    for line in lines.order_by("pk").only("pk", "card_set_id", "entry_id", "game", "position").iterator():
        seen[line.card_set_id, line.entry_id, line.game] += 1
        line.position = seen[line.card_set_id, line.entry_id, line.game]
        if line.position > 1:
            changed.append(line)
    lines.bulk_update(changed, ["position"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0003_final_standings_by_entry"),
        ("tournament", "0003_waiting_is_not_checked_in"),
    ]

    operations = [
        migrations.AddField(
            model_name="pointline",
            name="position",
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.RunPython(number_the_lines, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="pointline",
            constraint=models.UniqueConstraint(
                fields=("card_set", "entry", "game", "position"), name="one_line_per_position"
            ),
        ),
    ]
