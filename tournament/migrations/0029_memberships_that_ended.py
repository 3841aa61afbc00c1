from datetime import timedelta

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Max, Q

ABOUT_MEMBERS = ("member-added", "member-removed", "role-changed")
FROM_AN_ARCHIVE = "archived-"
SAME_MOMENT = timedelta(seconds=2)


def write_those_that_ended(apps, schema_editor):
    """Whoever left a club before: until now nothing but its journal told of them.

    One membership for each who left, with the last role, ended when they were taken out of the club, else with the last
    thing they did.
    """
    entries = apps.get_model("tournament", "JournalEntry")._base_manager.all()
    invitations = apps.get_model("tournament", "Invitation")._base_manager.all()
    memberships = apps.get_model("tournament", "Membership")._base_manager
    users = apps.get_model("tournament", "User")._base_manager.filter(is_superuser=False)
    named = dict(users.exclude(erased_at=None).values_list("name", "pk"))
    named |= dict(users.values_list("username", "pk"))
    from_archives = set(users.filter(username__startswith=FROM_AN_ARCHIVE).values_list("pk", flat=True))

    acted = entries.filter(
        Q(hashed_as__isnull=True) | Q(actor__in=from_archives), actor__in=users.values("pk")
    )
    ended = {
        (club, user): {"role": "", "ended_at": last}
        for club, user, last in acted.order_by().values_list("club", "actor").annotate(last=Max("at"))
    }
    for entry in entries.filter(tournament=None, verb__in=ABOUT_MEMBERS).order_by("club", "sequence"):
        value = entry.old if entry.verb == "member-removed" else entry.new
        if not isinstance(value, dict):
            continue
        # Who comes for a day is called by the name, and has made the entry.
        user = entry.actor_id if "until" in value else named.get(entry.subject)
        if user is None or ((entry.club_id, user) not in ended and entry.verb != "member-added"):
            continue
        membership = ended.setdefault((entry.club_id, user), {"ended_at": entry.at})
        membership["role"] = value.get("role", "")
        if entry.verb == "member-removed":
            membership["ended_at"] = entry.at
        if value.get("invited"):
            # The invitation was used up in the moment of that entry.
            used = invitations.filter(
                club=entry.club_id,
                for_a_day=False,
                ended_at__range=(entry.at - SAME_MOMENT, entry.at + SAME_MOMENT),
            )
            membership["invitation"] = used.filter(role=value.get("role", "")).first()
    stored = set(memberships.values_list("club", "user"))
    memberships.bulk_create(
        memberships.model(club_id=club, user_id=user, **fields)
        for (club, user), fields in sorted(ended.items())
        if (club, user) not in stored
    )


def remove_those_that_ended(apps, schema_editor):
    apps.get_model("tournament", "Membership")._base_manager.exclude(ended_at=None).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0028_accounts_erased"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="membership",
            name="one_role_per_club_and_user",
        ),
        migrations.RemoveConstraint(
            model_name="membership",
            name="membership_role_known",
        ),
        migrations.RemoveField(
            model_name="club",
            name="users",
        ),
        migrations.AddField(
            model_name="membership",
            name="ended_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="membership",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="memberships",
                related_query_name="every_membership",
                to="tournament.club",
            ),
        ),
        migrations.AlterField(
            model_name="membership",
            name="invitation",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="memberships",
                related_query_name="every_membership",
                to="tournament.invitation",
            ),
        ),
        migrations.AlterField(
            model_name="membership",
            name="role",
            field=models.CharField(
                blank=True,
                choices=[("director", "Director"), ("scorekeeper", "Scorekeeper"), ("door", "Check-in")],
                max_length=20,
                verbose_name="role",
            ),
        ),
        migrations.AlterField(
            model_name="membership",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="memberships",
                related_query_name="every_membership",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ended_at", None)),
                fields=("club", "user"),
                name="one_role_per_club_and_user",
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("role__in", ["director", "scorekeeper", "door"]),
                    models.Q(("ended_at__isnull", False), ("role", "")),
                    _connector="OR",
                ),
                name="membership_role_known",
            ),
        ),
        migrations.RunPython(write_those_that_ended, remove_those_that_ended),
    ]
