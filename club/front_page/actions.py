from django.db import connection, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from club.accounts.actions import found_club
from club.front_page.who_may import has_no_club
from club.models import Club, User
from club.names import first_free
from record.refused import conflict


@transaction.atomic
def start_club(*, club: str, name: str, password: str) -> tuple[Club, User]:
    """The club, and its director, who signs in by a user name made of the name. Raises Conflict if there is a club."""
    if connection.vendor == "postgresql":  # SQLite has one writer anyway
        with connection.cursor() as cursor:
            cursor.execute(f'LOCK TABLE "{Club._meta.db_table}" IN SHARE ROW EXCLUSIVE MODE')
    if not has_no_club():
        raise conflict("club-started", _("A club has just been started here. Sign in with its account."))
    user = User(username=free_username(name), name=name)
    user.set_password(password)
    user.save()
    return found_club(club, free_slug(club), by=user), user


def free_username(name: str) -> str:
    first = slugify(name.split()[0])[:40] or "director"
    similar = User.objects.filter(username__istartswith=first)
    return first_free(first, similar.values_list("username", flat=True), "")


def free_slug(club: str) -> str:
    slug = slugify(club)[:50].strip("-") or "club"
    return first_free(slug, Club.objects.filter(slug__startswith=slug).values_list("slug", flat=True))
