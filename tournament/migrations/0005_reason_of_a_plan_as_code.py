from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0004_unit_of_work")]

    operations = [
        migrations.RemoveField("round", "plan_reason"),
        migrations.AddField("round", "plan_reason", models.JSONField(blank=True, null=True)),
    ]
