"""A publication names tournaments by their addresses and people by their marks, as a season's file does."""

from django.db import migrations, models


def renamed(publication, events, people):
    publication.events = [
        {**event, "tournament": events.get(int(event["tournament"]), str(event["tournament"]))}
        for event in publication.events
    ]
    publication.places = [
        {
            **place,
            "person": people[place["person"]],
            "events": {events.get(int(key), key): points for key, points in place["events"].items()},
        }
        for place in publication.places
        if place["person"] in people
    ]


def to_addresses(apps, schema_editor):
    publications = apps.get_model("seasons", "SeasonPublication")
    for publication in publications.objects.select_related("season"):
        club = publication.season.club_id
        tournaments = apps.get_model("tournament", "Tournament").objects.filter(club=club)
        people = apps.get_model("club", "Person").objects.filter(club=club).values_list("pk", "mark")
        renamed(
            publication,
            dict(tournaments.values_list("pk", "slug")),
            {key: str(mark) for key, mark in people},
        )
        publication.save()


class Migration(migrations.Migration):
    dependencies = [("seasons", "0001_initial"), ("club", "0003_wording")]

    operations = [
        migrations.RunPython(to_addresses, elidable=True),
        migrations.AlterField(
            "season", "slug", models.SlugField(max_length=60, verbose_name="short address")
        ),
        migrations.AlterField(
            "season", "is_public", models.BooleanField(default=True, verbose_name="public")
        ),
    ]
