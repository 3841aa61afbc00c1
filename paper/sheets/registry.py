"""Every sheet there is, in the order of the day: the one list of them."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from club.access import Right
from paper.sheets import cards, certificates, days, hall, people, phones, prizes, results, rounds, rules
from paper.sheets.sheet import Moment, Sheet
from tournament.models import Tournament, Verification

SHEETS = (
    Sheet(
        "sign-in",
        _("Sign-in sheet"),
        _("For the door: everybody registered, with room to sign, and lines for walk-ins."),
        Moment.BEFORE,
        people.sign_in,
        template="sign_in",
        right="admit",
        narrowed_by="players",
    ),
    Sheet(
        "players",
        _("Players"),
        _("For the director: everybody entered, with town and member number."),
        Moment.BEFORE,
        people.players,
        right="direct",
        narrowed_by="players",
    ),
    Sheet(
        "badges",
        _("Badges"),
        _(
            "To cut and wear: the name in large letters, and the code of the player’s own page. "
            "They stay right when seats change."
        ),
        Moment.BEFORE,
        people.badges,
        template="badges",
        narrowed_by="players",
    ),
    Sheet(
        "phone-slips",
        _("Phone slips"),
        _("To cut and hand out at check-in: each player’s own code and PIN. Nobody else should see it."),
        Moment.BEFORE,
        phones.slips,
        template="phone_slips",
        right="admit",
        narrowed_by="players",
        has_large=False,
        fits=phones.has_phones,
    ),
    Sheet(
        "phones",
        _("Phones at the table"),
        _("For the wall and every table: how players enter and confirm their games."),
        Moment.BEFORE,
        phones.explained,
        template="calls",
        fits=phones.has_phones,
    ),
    Sheet(
        "itineraries",
        _("Seat slips"),
        _("A slip for each player: table and seat in every round. Hand them out once the seats are drawn."),
        Moment.BEFORE,
        people.itineraries,
        template="itineraries",
        narrowed_by="players",
        revision=rounds.seats_revision,
    ),
    Sheet(
        "round-by-name",
        _("Seats by name"),
        _("For the wall: where everybody sits in the round, by last name."),
        Moment.ROUND,
        rounds.by_name,
        template="round_by_name",
        is_of_round=True,
        revision=rounds.round_revision,
    ),
    Sheet(
        "round-by-table",
        _("Seats by table"),
        _("For the floor: who belongs at each table."),
        Moment.ROUND,
        rounds.by_table,
        template="round_by_table",
        is_of_round=True,
        narrowed_by="tables",
        revision=rounds.round_revision,
    ),
    Sheet(
        "score-cards",
        _("Score cards"),
        _("For each table, to lay out before the round. The code in the corner opens it at the desk."),
        Moment.ROUND,
        cards.cards,
        template="cards",
        is_of_round=True,
        narrowed_by="tables",
        has_large=False,
        keep=cards.keep,
    ),
    Sheet(
        "spare-cards",
        _("Blank score cards"),
        _("Extras, for a ruined card or a day when nothing else works."),
        Moment.BEFORE,
        cards.spare_cards,
        template="cards",
        has_large=False,
    ),
    Sheet(
        "own-sheets",
        _("Own score sheets"),
        _("For every player to keep: the whole day, with the table of each round. Nobody hands it in."),
        Moment.BEFORE,
        days.own_sheets,
        template="cards",
        narrowed_by="players",
        has_large=False,
        fits=lambda tournament: tournament.verification == Verification.OFFICIAL_SHEET,
        revision=rounds.seats_revision,
    ),
    Sheet(
        "table-signs",
        _("Table signs"),
        _("A number to read across the hall, with the letters as people sit around it."),
        Moment.BEFORE,
        hall.table_signs,
        template="signs",
        narrowed_by="tables",
    ),
    Sheet(
        "place-cards",
        _("Place cards"),
        _("To fold and stand up: the name on both sides."),
        Moment.BEFORE,
        people.place_cards,
        template="place_cards",
        narrowed_by="players",
    ),
    Sheet(
        "all-by-name",
        _("Everybody’s seats, by name"),
        _("The whole day on the wall: table and letter in every round."),
        Moment.BEFORE,
        hall.all_by_name,
        revision=rounds.seats_revision,
    ),
    Sheet(
        "movement",
        _("Movement plan, by table"),
        _("The whole day on the wall: how everybody moves, and who meets at each table."),
        Moment.BEFORE,
        hall.all_by_table,
        template="movement",
        revision=rounds.seats_revision,
    ),
    Sheet(
        "announcements",
        _("Announcements"),
        _("What the director reads aloud before each round."),
        Moment.BEFORE,
        hall.announcements,
        template="calls",
    ),
    Sheet(
        "rules",
        _("Rules of the day"),
        _("For every table: what scores how many points, with worked examples."),
        Moment.BEFORE,
        rules.rules,
        template="rules",
    ),
    Sheet(
        "hands",
        _("The sixteen hands"),
        _("For every player: the list of hands, to cross out as they are won."),
        Moment.BEFORE,
        rules.hands,
        template="hands",
        narrowed_by="players",
        has_large=False,
        fits=lambda tournament: bool(tournament.profile.hands),
    ),
    Sheet(
        "ruling-slips",
        _("Ruling slips"),
        _("To write a ruling down at the table, and type it at the desk."),
        Moment.BEFORE,
        hall.ruling_slips,
        template="slips",
        has_large=False,
    ),
    Sheet(
        "tally",
        _("Tally sheet"),
        _("To add the points up by hand, if nothing else works."),
        Moment.BEFORE,
        hall.tally_sheet,
    ),
    Sheet(
        "board",
        _("The board"),
        _("For a desk without a screen: every table, to check off what came in."),
        Moment.ROUND,
        hall.board,
        is_of_round=True,
    ),
    Sheet(
        "standings",
        _("Standings, by place"),
        _("For the wall: everybody’s points, the leaders first."),
        Moment.AFTER,
        results.by_rank,
    ),
    Sheet(
        "standings-by-name",
        _("Standings, by name"),
        _("For players looking for their own name."),
        Moment.AFTER,
        results.by_player,
    ),
    Sheet(
        "standings-by-category",
        _("Standings, by category"),
        _("The places within each category, such as a half day, and within the full day."),
        Moment.AFTER,
        results.by_category,
        template="listing",
        fits=lambda tournament: tournament.categories.exists(),
    ),
    Sheet(
        "speaker",
        _("Announcer’s sheet"),
        _("For the announcer: one prize a line, the last one first, with room for how to say each name."),
        Moment.AFTER,
        prizes.speaker,
        right="direct",
    ),
    Sheet(
        "prize-list",
        _("Prize list"),
        _("For the wall: the prizes that were presented."),
        Moment.AFTER,
        prizes.prize_list,
    ),
    Sheet(
        "receipts",
        _("Receipts"),
        _("To sign for each prize, with room to sign for somebody else."),
        Moment.AFTER,
        prizes.receipts,
        right="direct",
    ),
    Sheet(
        "certificates",
        _("Certificates"),
        _(
            "For places 1 to 3, in each category too, block winners and prizes. For others, type their numbers."
        ),
        Moment.AFTER,
        certificates.certificates,
        template="certificates",
        right="direct",
        narrowed_by="players",
        has_large=False,
        example=certificates.example,
        setup_page="certificate-background",
    ),
    Sheet(
        "certificate-words",
        _("Certificates, words only"),
        _("For paper with a background already printed."),
        Moment.AFTER,
        certificates.words_only,
        template="certificates",
        right="direct",
        narrowed_by="players",
        has_large=False,
        example=certificates.example_of_words,
    ),
    Sheet(
        "treasurer",
        _("Treasurer’s sheet"),
        _("Fees in, prizes out, and the difference."),
        Moment.AFTER,
        prizes.treasurer,
        right="direct",
    ),
)
BY_NAME = {sheet.name: sheet for sheet in SHEETS}
FALLBACK = tuple(
    BY_NAME[name]
    for name in ("all-by-name", "movement", "announcements", "rules", "ruling-slips", "tally", "spare-cards")
)
"""What a day goes on with by hand, if the power fails."""


@dataclass(frozen=True)
class PackKind:
    """Sheets that are printed in one go."""

    name: str
    title: str | Promise
    purpose: str | Promise
    right: Right
    sheets: tuple[Sheet, ...]
    is_of_round: bool = False
    is_due: Callable[[Tournament], bool] = lambda _tournament: True


def named(*names: str) -> tuple[Sheet, ...]:
    return tuple(BY_NAME[name] for name in names)


PACKS = {
    kind.name: kind
    for kind in (
        PackKind(
            "morning",
            _("For the morning"),
            _("Sign-in sheet, badges, table signs and the movement plan."),
            "direct",
            named("sign-in", "badges", "table-signs", "movement"),
        ),
        PackKind(
            "round",
            _("For a round"),
            _("Seats by name and by table, score cards and the board."),
            "score",
            tuple(sheet for sheet in SHEETS if sheet.moment is Moment.ROUND and sheet.is_of_round),
            is_of_round=True,
            is_due=lambda tournament: tournament.rounds.exists(),
        ),
        PackKind(
            "end",
            _("For the end"),
            _("Standings, announcer’s sheet, receipts and certificates."),
            "direct",
            named("standings", "standings-by-category", "speaker", "receipts", "certificates"),
            is_due=lambda tournament: tournament.rounds.published().exists(),
        ),
    )
}
