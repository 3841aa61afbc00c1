"""Loads the demonstration club with three tournaments: one in its third round, one finished, one in registration.

It uses the same actions as the pages, so its journal is like a real one.
"""

import datetime
import hashlib
import json
import os
import random
from pathlib import Path
from typing import Any, TypedDict

from django.conf import settings
from django.contrib.auth.hashers import check_password
from django.db import connection, transaction
from django.db.models import F
from django.utils.translation import gettext as _

from club.accounts.actions import add_member, found_club, generated_password
from club.models import Club, Membership, Movement, Person, Role, User
from demo.simulation import made_up_set, play_rounds, play_table
from record.archive import files
from record.refused import refuse
from scoring.finishing.actions import finish
from scoring.sets.disputes import hold_set
from scoring.sets.entering import hand_in
from scoring.sets.judged import judge
from scoring.sets.queries import desk_table_of
from scoring.sets.typed import WrittenCard
from tournament.check_in.actions import check_in
from tournament.clock.actions import start_clock
from tournament.deletion.actions import remove_rows
from tournament.models import Tournament
from tournament.players.actions import NewPlayer, register
from tournament.rounds.actions import publish_round
from tournament.seating.draw import draw
from tournament.settings.actions import create_tournament

SLUG = "jade-garden"
SEED = 20261120
USERNAMES = ("director", "scorekeeper")

PEOPLE = """
Dolores Ybarra-Finch; Iris O'Hara; May-Ling Wu; Ana Sofía Peña; Ruth Abramson; Zoë Núñez; Helen Park; Joan D'Amico;
Bea Katz; Kiyoko Sato; Margaret O’Brien; Linda Goldfarb; Nguyễn Thị Hương; Siobhán Ní Bhriain; Renée Lévesque;
Søren Kjær; Łucja Wójcik; שרה לוי; 陳美玲; Barbara Ann St. James; Mary Lou van der Berg; Patricia Okafor; Carol Chen;
Carol Chen; Susan Weiss; Ellen Rosenthal; Gladys Thornton; Phyllis Greenberg; Rosa María Delgado; Yuki Tanaka;
Judy Feldman; Arlene Schwartz; Bernice Hall; Connie Nakamura; Doris Washington; Estelle Cohen; Frances Kim;
Gloria Ramirez; Hannah Levin; Ingrid Svensson; Jackie Moore; Kathleen McCarthy; Lorraine Dubois; Marcia Stein;
Norma Jean Tucker; Olive Adeyemi; Peggy Lindqvist; Queenie Fong; Rhonda Silver; Sylvia Blum; Thelma Jackson;
Ursula Braun; Vivian Lau; Wanda Kowalski; Xiomara Cruz; Yvonne Baptiste; Zelda Markowitz; Adele Friedman;
Bonnie Sue Harper; Charlotte Ng; Diane Kaplan; Edith Morales; Faye Lieberman; Greta Olsen; Harriet Bloom; Ida Perlman;
Jeanette Ross; Kay Yamamoto; Lois Bernstein; Miriam Adler; Nadia Haddad; Opal Freeman
"""
TOWNS = ("Millbrook", "Easton", "Harbor Point", "Oak Hill")


class DemonstrationAccount(TypedDict):
    role: str
    username: str
    password: str


def sign_ins_file() -> Path:
    if connection.vendor == "sqlite":
        return Path(settings.VAR) / "demonstration_sign_ins.json"
    where = "\n".join(str(connection.settings_dict[part]) for part in ("HOST", "PORT", "NAME"))
    mark = hashlib.sha256(where.encode()).hexdigest()[:12]
    return Path(settings.VAR) / f"demonstration_sign_ins.{mark}.json"


def sign_ins() -> list[DemonstrationAccount]:
    """The demonstration's accounts in this database; none if it was never loaded.

    The password is "" if it has been changed since.
    """
    file = sign_ins_file()
    stored: list[DemonstrationAccount] = json.loads(file.read_bytes()) if file.exists() else []
    accounts: list[DemonstrationAccount] = []
    for account in stored:
        user = User.objects.filter(username=account["username"], is_active=True).first()
        if user:
            opens = check_password(account["password"], user.password)
            accounts.append({**account, "password": account["password"] if opens else ""})
    return accounts


def in_the_way() -> str:
    """What here has a name of the demonstration, so that it cannot be loaded; "" where it can, or is."""
    if Club.objects.filter(is_demonstration=True).exists():
        return ""
    if Club.objects.filter(slug=SLUG).exists():
        return f"a club here has the address {SLUG}"
    taken = User.objects.filter(username__in=USERNAMES).values_list("username", flat=True).first()
    return f"somebody here has the user name {taken}" if taken else ""


@transaction.atomic
def load(today: datetime.date) -> bool:
    """Loads the demonstration club; False, without any change, if it exists already or its names are taken."""
    if Club.objects.filter(is_demonstration=True).exists() or in_the_way():
        return False
    dice = random.Random(SEED)  # noqa: S311 (made-up people and games)
    password = generated_password()
    director = User(username="director", name="Dolores Ybarra")
    director.set_password(password)
    director.save()
    club = found_club("Jade Garden Mah Jongg Club", SLUG, by=director, is_demonstration=True)
    scorekeeper, first_password = add_member(
        club, by=director, name="Sam Whitfield", username="scorekeeper", role=Role.SCOREKEEPER
    )
    people = club_members(club)
    finished_tournament(club, people[:46], director, today - datetime.timedelta(days=56))
    registering_tournament(club, people[20:50], director, today + datetime.timedelta(days=21))
    running_tournament(club, people[:64], director, scorekeeper.user, dice, today)
    accounts: list[DemonstrationAccount] = [
        {"role": "director", "username": director.username, "password": password},
        {"role": "scorekeeper", "username": scorekeeper.user.username, "password": first_password},
    ]
    keep(accounts)
    return True


def begin_again(club: Club, today: datetime.date) -> None:
    """Removes the demonstration club with everything in it, and loads it anew with other passwords.

    Versions only rise, so that every open page notices. Raises Refused
    where one of its accounts works, or worked, for another club too.
    """
    with transaction.atomic():
        Tournament.everything.filter(club=club).update(version=F("version") + 1)
        tournaments = list(Tournament.everything.filter(club=club))
        if Membership.everything.filter(user__username__in=USERNAMES).exclude(club=club).exists():
            message = _(
                "An account of the demonstration works for another club too, so it cannot start over."
            )
            raise refuse("works-elsewhere", message)
        for tournament in tournaments:
            tournament.tell()
        remove_rows(club)
        for user in User.objects.filter(username__in=USERNAMES):
            remove_rows(user)
        load(today)
        for before in tournaments:
            for after in Tournament.objects.filter(slug=before.slug):
                after.version += before.version
                after.save(update_fields=["version"])
                after.tell()
    for tournament in tournaments:
        files.remove_all(tournament)


def keep(accounts: list[DemonstrationAccount]) -> None:
    """Writes the sign-ins to a file that only this machine's owner can read."""
    with os.fdopen(os.open(sign_ins_file(), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(json.dumps(accounts, indent=1).encode())


def club_members(club: Club) -> list[Person]:
    names = [" ".join(name.split()) for name in PEOPLE.split(";")]
    return Person.objects.bulk_create(
        Person(club=club, name=name, town=TOWNS[position % len(TOWNS)], member_number=f"JG-{1001 + position}")
        for position, name in enumerate(names)
    )


def finished_tournament(club: Club, people: list[Person], by: User, date: datetime.date) -> None:
    tournament = new_tournament(
        club,
        "Spring Open",
        people,
        by,
        date=date,
        rounds_planned=4,
        movement=Movement.SANCTIONED,
        place="Elks Lodge, Easton",
    )
    check_in_and_draw(tournament, by)
    for _round in play_rounds(tournament, 4, seed=SEED, by=by):
        pass
    finish(tournament, by=by)


def registering_tournament(club: Club, people: list[Person], by: User, date: datetime.date) -> None:
    new_tournament(
        club,
        "Winter Charity Day",
        people,
        by,
        date=date,
        rounds_planned=3,
        place="Library, Harbor Point",
        waiting=2,
    )


def running_tournament(
    club: Club, people: list[Person], by: User, scorekeeper: User, dice: random.Random, date: datetime.date
) -> None:
    """Round 3 of 6: eleven sets accepted, one held, one in, three tables playing."""
    tournament = new_tournament(
        club,
        "Autumn Classic",
        people,
        by,
        date=date,
        rounds_planned=6,
        movement=Movement.SANCTIONED,
        place="Community Hall, Millbrook",
    )
    check_in_and_draw(tournament, by)
    for _round in play_rounds(tournament, 2, seed=SEED, by=by):
        pass
    round_ = publish_round(tournament, number=3, by=by)
    start_clock(tournament, number=3, by=by)
    tables = {table.number: table for table in round_.tables.all()}
    for number in (1, 2, 4, 7, 8, 10, 12, 13, 14, 15, 16):
        play_table(tournament, tables[number], dice=dice, by=scorekeeper)
    held = desk_table_of(tournament, tables[6])
    written_set = made_up_set(held, dice)
    card = written_set.cards["B"]
    faulty_card = WrittenCard(
        (35, *card.points[1:]), 35 + sum(number or 0 for number in card.points[1:]), card.verified_by
    )
    other = written_set.cards["A"]
    other_faulty_card = WrittenCard(
        (45, *other.points[1:]), 45 + sum(number or 0 for number in other.points[1:]), other.verified_by
    )
    written_set.cards.update(A=other_faulty_card, B=faulty_card)
    hold_set(
        held,
        judge(written_set, held.rules),
        reason="A and B both wrote a win in game 1.",
        by=scorekeeper,
    )
    hand_in(desk_table_of(tournament, tables[11]), handed_in_by="C", by=scorekeeper)


def new_tournament(
    club: Club, name: str, people: list[Person], by: User, *, waiting: int = 0, **fields: Any
) -> Tournament:
    """A sanctioned tournament with its entries, numbered from 1; the last `waiting` are on the waiting list."""
    tournament = create_tournament(club, by=by, name=name, system="sanctioned", **fields)
    for number, person in enumerate(people, start=1):
        player = NewPlayer(number=number, person=person, waiting=number > len(people) - waiting)
        register(tournament, player, by=by)
    return tournament


def check_in_and_draw(tournament: Tournament, by: User) -> None:
    for entry in tournament.entries.all():
        check_in(entry, by=by)
    draw(tournament, by=by, seed=SEED)
    tournament.refresh_from_db()
