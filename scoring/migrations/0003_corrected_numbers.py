from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("scoring", "0002_version_0_1_0")]

    operations = [migrations.RenameField("setversion", "mended", "corrected_numbers")]
