"""What players do at their table: enter a game, say whether it is right, call the director.

Every act is a unit of work under the tournament's lock, sent once by its stamp's key, and gives the table as it is
then; None for a repeat. Games and answers are their own history and write no entry of the journal; a dispute, a call
and the confirmed set do.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

import msgspec
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from club.models import User
from phones.access import Phone
from phones.models import OpenedKey, PhoneMode
from phones.models.table import WHOLE_CARD, EnteredGame, GameAnswer, PhoneTable
from phones.table.chair import GameOfChair, called_about
from phones.table.made import made
from phones.table.queries import TURNS, GameNow, TableNow, as_said, table_now
from phones.table.written import typed_on_phones
from record.change import Change, change
from record.refused import Refused, conflict, refuse
from record.stamps import Stamp
from record.verbs import Verb
from scoring.models import CardSet
from scoring.sets.accepting import accept_set
from scoring.sets.disputes import hand_back_set, hold_set
from scoring.sets.entering import save_set, take_back
from scoring.sets.queries import written_set_of
from scoring.sets.typed import Facts
from scoring.sets.words import fault_in_words
from tournament.clock.queries import refuse_unless_seated
from tournament.models import Entry, Table, Tournament


@dataclass
class Act:
    """An open act at a table, by the player at `letter` on a device; `is_shared`: on somebody else's, with her PIN.

    `now`: the table, read under the lock and kept true of what the act did since, so that nothing is read twice.
    """

    change: Change[Tournament]
    now: TableNow
    entry: Entry
    letter: str
    device: str
    is_shared: bool

    @property
    def row(self) -> PhoneTable:
        return self.now.row

    def read_again(self) -> TableNow:
        """After the desk's part of it changed: the set, as this act stored it."""
        rules, card_set = self.now.desk_table.rules, CardSet.objects.filter(table=self.now.table).first()
        if card_set is not None:
            written = written_set_of(card_set, rules.letters, rules.games, rules.profile)
            desk_table = replace(self.now.desk_table, card_set=card_set, written_set=written)
            self.now = replace(self.now, desk_table=desk_table)
        return self.now

    def agree(self, game: int, version: int, field: str = "", *, is_right: bool = True) -> None:
        """Stores the player's answer to this version, in the place of an earlier one."""
        answer = GameAnswer(
            table=self.now.table,
            game=game,
            version=version,
            entry=self.entry,
            seats=self.now.seats,
            is_right=is_right,
            field=field,
            device=self.device,
            is_shared=self.is_shared,
            at=self.change.at,
        )
        # What was disputed stays so, for whoever agrees after all.
        changed = ["is_right", "device", "is_shared", "at", *["field"] * bool(field)]
        one = ["table", "game", "version", "entry", "seats"]
        GameAnswer.objects.bulk_create(
            [answer], update_conflicts=True, update_fields=changed, unique_fields=one
        )

    def refuse_over(self) -> None:
        """Refuses what phones no longer change here, or not for this player."""
        if self.now.is_over:
            raise conflict("over", _("Phones no longer enter anything here. Ask the director."))
        if self.letter in self.now.on_paper:
            message = _("%(name)s is on paper in this tournament. The director can change that.")
            raise conflict("on-paper", message % {"name": self.entry.name})

    def refuse_other_keys(self) -> None:
        """Refuses an answer from a device that holds the key of somebody else at this table, or has been hers here."""
        if self.is_shared:
            return
        others = [entry for entry in self.now.entries.values() if entry.pk != self.entry.pk]
        opened = OpenedKey.objects.filter(device=self.device, entry__in=others, ended_at__isnull=True)
        if any((self.device, entry.pk) in self.now.used_by for entry in others) or opened.exists():
            message = _(
                "This phone has been used for two players at this table. To answer on it, each types the PIN from "
                "their own slip."
            )
            raise refuse("shared-phone", message, "pin")


@contextmanager
def at_table(
    phone: Phone, table: Table, verb: Verb, *, by: Entry, stamp: Stamp | None, content: object
) -> Iterator[Act | None]:
    """None for an act that was carried out before: nothing is done again."""
    content = [phone.entry.pk, by.pk, content]
    with change(phone.tournament, verb, by=None, stamp=stamp, about=table, content=content) as open_change:
        if open_change.repeated:
            yield None
            return
        now = made.as_it_stands(open_change.where, table)
        letter = now.letter_of(by.pk)
        if not letter:
            raise conflict("not-here", _("Somebody else sits in that seat now."))
        act = Act(open_change, now, by, letter, phone.device, by.pk != phone.entry.pk)
        yield act
        act.row.raise_version()
        open_change.answer = {"version": act.row.version}


def begin(phone: Phone, table: Table, *, game: int) -> None:
    """Lets the others see that this player is entering a game; anybody may all the same."""
    with at_table(phone, table, Verb.GAME_ENTERED_ON_PHONE, by=phone.entry, stamp=None, content=game) as act:
        if act is None or act.now.is_over or act.letter in act.now.on_paper or game != act.now.next_game:
            return
        act.row.begun_by, act.row.begun_game, act.row.begun_at = phone.entry, game, act.change.at


def enter(
    phone: Phone, table: Table, *, game: int, facts: Facts, first_east: str = "", stamp: Stamp | None = None
) -> TableNow | None:
    """Stores a game as this player entered it, which is also her answer to it; what was said of it before ends.

    The page's version of the game (0 for none) must still be the one that stands: the second of two who enter at once
    sees what the first has entered. Raises Conflict, and Refused with all faults of the game.
    """
    content = [game, msgspec.to_builtins(facts)]  # the first East is no longer asked of who sends it again
    with at_table(
        phone, table, Verb.GAME_ENTERED_ON_PHONE, by=phone.entry, stamp=stamp, content=content
    ) as act:
        if act is None:
            return None
        act.refuse_over()
        refuse_unless_seated(act.now.desk_table.round)
        stands = compare(act, game, stamp)
        act.refuse_other_keys()
        if stands and stands.written.facts == facts:
            message = _("Game %(game)s says this already. Nothing was changed.")
            raise refuse("unchanged", message % {"game": game}, "form")
        if faults := act.now.played_with(game, facts).faults:
            raise Refused(fault_in_words(fault, act.now.tournament) for fault in faults)
        act.row.card += 1
        act.row.begun_by = act.row.begun_game = act.row.begun_at = None
        act.row.first_east = first_east or act.row.first_east
        EnteredGame.objects.create(
            table=table,
            game=game,
            version=act.row.card,
            facts=msgspec.to_builtins(facts),
            entry=phone.entry,
            device=phone.device,
            at=act.change.at,
        )
        act.agree(game, act.row.card)
        return as_said(act.now)


def compare(act: Act, game: int, stamp: Stamp | None) -> GameNow | None:
    """The game as it stands. Raises Conflict where the page showed another version of it."""
    stands = act.now.game(game)
    if stamp is not None and stamp.seen.get("version", 0) != (stands.version if stands else 0):
        by, sentence = "", ""
        if stands:
            by, sentence = stands.row.entry.name, GameOfChair(stands, act.now, act.letter).sentence
        message = _("%(name)s has entered game %(game)s meanwhile: %(sentence)s")
        raise conflict("entered-meanwhile", message % {"name": by, "game": game, "sentence": sentence})
    return stands


def answer(
    phone: Phone, table: Table, *, game: int, version: int, by: Entry, stamp: Stamp | None = None
) -> TableNow | None:
    """This player says that a version of a game, or of the whole card, is right.

    1. The version must be the one that stands, and not from a device that holds another key of the table, unless
       its player gave her PIN (`by` is then not the phone's own).
    2. When everybody has agreed to the whole card, the set is stored: accepted where phones count, and filled in at
       the desk where they do not, or where it has a fault.
    """
    with at_table(
        phone, table, Verb.GAME_ANSWERED_ON_PHONE, by=by, stamp=stamp, content=[game, version]
    ) as act:
        if act is None:
            return None
        if act.now.is_confirmed or act.letter in act.now.card_right:
            return act.now
        act.refuse_over()
        check_version(act.now, game, version, stamp)
        act.refuse_other_keys()
        act.agree(game, version)
        used_by = frozenset() if act.is_shared else frozenset([(act.device, by.pk)])
        act.now = act.now.with_right(act.letter, game, used_by)
        if act.now.is_confirmed:
            store_confirmed(act)
            act.read_again()
        return act.now


def check_version(now: TableNow, game: int, version: int, stamp: Stamp | None) -> GameNow | None:
    """The game of which the page showed this version, or None for the whole card. Raises Conflict for any other, and
    where other rounds have changed what it gives.
    """
    stands = now.game(game) if game else None
    changed = now.row.card != version if game == WHOLE_CARD else stands is None or stands.version != version
    points = stands.points if stands else now.points
    if changed or (stamp and stamp.seen.get("points", points) != points):
        raise conflict("changed-meanwhile", _("It was changed meanwhile. Please look again."))
    if game == WHOLE_CARD and not now.is_complete:
        raise conflict("not-complete", _("First everybody has to check each game."))
    return stands


def store_confirmed(act: Act) -> None:
    """The set as everybody at the table has confirmed it, with who did so, when and on which device."""
    now, row = act.now, act.row
    answers = GameAnswer.objects.filter(
        table=now.table, game=WHOLE_CARD, version=row.card, is_right=True, seats=now.seats
    )
    confirmed = [
        {
            "number": agreed.entry.number,
            "at": agreed.at.replace(microsecond=0),
            "device": agreed.device[:8],
            "shared": agreed.is_shared,
        }
        for agreed in answers.select_related("entry").order_by("pk")
    ]
    act.change.record(
        verb=Verb.CONFIRMED_ON_PHONES, about=now.table, new={"version": row.card, "confirmed": confirmed}
    )
    store = accept_set if now.counts_by_phone else save_set
    store(now.desk_table, typed_on_phones(now), by=None)


def not_right(
    phone: Phone, table: Table, *, game: int, version: int, field: str, by: Entry, stamp: Stamp | None = None
) -> TableNow | None:
    """This player says what of a game is different; all four then see that field.

    After `TURNS` versions of it that somebody did not find right, the director is called.
    """
    with at_table(
        phone, table, Verb.GAME_DISPUTED_ON_PHONE, by=by, stamp=stamp, content=[game, version, field]
    ) as act:
        if act is None:
            return None
        act.refuse_over()
        stands = check_version(act.now, game, version, stamp)
        if stands is None or field not in {
            asked.name for asked in act.now.desk_table.rules.profile.family.fields
        }:
            raise refuse("no-such-field", _("Say what is different."), "field")
        act.refuse_other_keys()
        act.agree(game, version, field, is_right=False)
        act.now = as_said(act.now)
        disputed = act.now.game(game)
        if disputed and disputed.times_disputed >= TURNS:
            hold(act)
            return act.read_again()
        new = {"game": game, "version": version, "field": field}
        act.change.record(about=(by, table), new=new)
        return act.now


def call_director(phone: Phone, table: Table, *, stamp: Stamp | None = None) -> TableNow | None:
    """Holds the table's set as far as it is entered. Where it is settled or typed at the desk it stays so.

    The call stands on *Today* and *Floor*, with who called, until a director has been there.
    """
    with at_table(phone, table, Verb.DIRECTOR_CALLED, by=phone.entry, stamp=stamp, content=None) as act:
        if act is None or act.now.is_called or act.now.is_held:
            return act.now if act else None
        if act.now.around.corrections_are_over:
            raise conflict("corrections-over", _("The time for corrections is over. Ask the director."))
        hold(act)
        return act.read_again()


def hold(act: Act) -> None:
    now = act.now
    games = {"game": next((game.number for game in now.entered if game.wrong), WHOLE_CARD)}
    act.change.record(verb=Verb.DIRECTOR_CALLED, about=(act.entry, now.table), new=games)
    act.row.called_by, act.row.called_at = act.entry, act.change.at
    act.row.save()
    act.now = replace(now, is_called=True)
    if now.typed_at_desk or not now.desk_table.is_open:
        return
    with translation.override(settings.LANGUAGE_CODE):  # whatever the player's phone speaks
        reasons = called_about(now, act.entry)
    hold_set(now.desk_table, typed_on_phones(now, is_signed=False), reason=" ".join(reasons), by=None)


def been_there(tournament: Tournament, table: Table, *, by: User, stamp: Stamp | None = None) -> None:
    """A director has been at the table: its players go on, also where the call held what they had entered. Does nothing
    where nobody called. Raises Conflict where they called again since the page was made.
    """
    with change(tournament, Verb.CALL_ANSWERED, by=by, stamp=stamp, about=table, after_finish=True) as act:
        now = table_now(table)
        if not now.is_called:
            return
        act.refuse_repeat()
        act.compare(
            {"called_at": now.row.called_at}, _("This table called again meanwhile. Please look again.")
        )
        now.row.called_by = now.row.called_at = None
        now.row.raise_version()
        act.record()
        if now.is_held_by_phones:
            hand_back_set(now.desk_table, reason=_("The players go on."), by=by)
            tell_desk(table, by=by)


def tell_desk(table: Table, *, by: User) -> None:
    """Fills the desk in with what phones have entered so far, for a table that they are done with; takes that back
    where they go on in the newest round. Leaves alone what the desk has typed. Inside a change.
    """
    now = table_now(table)
    if now.typed_at_desk or not now.desk_table.is_open:
        return
    if not now.is_done and now.around.mode != PhoneMode.OFF:
        if now.desk_table.card_set and now.is_newest:
            take_back(now.desk_table, by=by, plays_on=True)
        return
    typed, desk_table = typed_on_phones(now), now.desk_table
    if now.entered and not (desk_table.is_by_players and typed.scored == desk_table.written_set):
        save_set(desk_table, typed, by=None)
