import uuid

from django.db import migrations, models


def give_marks(apps, schema_editor):
    for name in ("User", "Person"):
        model = apps.get_model("tournament", name)
        rows = list(model._base_manager.filter(mark=None))
        for row in rows:
            row.mark = uuid.uuid4()
        model._base_manager.bulk_update(rows, ["mark"], batch_size=300)


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0009_adjustments"),
    ]

    operations = [
        migrations.AddField(
            model_name="journalentry",
            name="hashed_as",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="user",
            name="mark",
            field=models.UUIDField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="person",
            name="mark",
            field=models.UUIDField(editable=False, null=True),
        ),
        migrations.RunPython(give_marks, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="user",
            name="mark",
            field=models.UUIDField(default=uuid.uuid4, editable=False, unique=True),
        ),
        migrations.AlterField(
            model_name="person",
            name="mark",
            field=models.UUIDField(default=uuid.uuid4, editable=False),
        ),
        migrations.AddConstraint(
            model_name="person",
            constraint=models.UniqueConstraint(fields=("club", "mark"), name="one_person_per_mark"),
        ),
    ]
