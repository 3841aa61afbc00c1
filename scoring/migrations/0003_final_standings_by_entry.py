"""Final standings name the entry of each place; a player number may be changed or given to somebody else."""

from django.db import migrations


def name_entries(apps, schema_editor):
    for final in apps.get_model("scoring", "FinalStandings").objects.all():
        entries = {number: key for key, number in numbers_at_finish(apps, final.tournament_id).items()}
        for place in final.places:
            place.setdefault("entry", entries.get(place["number"]))
        final.save(update_fields=["places"])


def numbers_at_finish(apps, tournament):
    """Entry key -> its number when the tournament was finished: today's, with later changes taken back one by one."""
    entries = apps.get_model("tournament", "Entry").objects.filter(tournament=tournament)
    numbers = dict(entries.values_list("pk", "number"))
    journal = apps.get_model("tournament", "JournalEntry").objects.filter(tournament=tournament)
    finish = journal.filter(verb="finished").order_by("-sequence").first()
    since = journal.filter(
        verb__in=("player corrected", "player-corrected"), sequence__gt=finish.sequence if finish else 0
    )
    for change in since.order_by("-sequence"):
        if "number" in (change.old or {}):
            changed = [key for key, number in numbers.items() if number == change.new["number"]]
            numbers.update((key, change.old["number"]) for key in changed)
    return numbers


class Migration(migrations.Migration):
    dependencies = [("scoring", "0002_initial"), ("tournament", "0001_initial")]

    operations = [migrations.RunPython(name_entries, migrations.RunPython.noop)]
