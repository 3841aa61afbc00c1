from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("scoring", "0005_unit_of_work")]

    operations = [migrations.DeleteModel(name="Submission")]
