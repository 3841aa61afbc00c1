from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.models import Criterion, PrizeAward, PrizeRow
from tournament.models import TieBreak
from ui.templatetags.charleston import ordinal
from ui.texts import in_money

PLACES = (
    gettext_lazy("First Place"),
    gettext_lazy("Second Place"),
    gettext_lazy("Third Place"),
    gettext_lazy("Fourth Place"),
    gettext_lazy("Fifth Place"),
    gettext_lazy("Sixth Place"),
    gettext_lazy("Seventh Place"),
    gettext_lazy("Eighth Place"),
    gettext_lazy("Ninth Place"),
    gettext_lazy("Tenth Place"),
)


def where(row: PrizeRow) -> str:
    """What a row's criterion is called where nobody gave the row a name."""
    words: dict[str, str] = {
        Criterion.OVERALL: _("Overall"),
        Criterion.BLOCK: _("Block %(number)s") % {"number": row.number},
        Criterion.CATEGORY: _("Category"),
        Criterion.TABLE_HIGH: _("Highest at each table"),
        Criterion.TABLE_LOW: _("Lowest at each table"),
        Criterion.LOWEST: _("Last place"),
        Criterion.SELF_PICKED: _("Most self-picked games"),
        Criterion.JOKERLESS: _("Most jokerless wins"),
        Criterion.LOT: _("By lot"),
        Criterion.NAMED: _("Named by the director"),
    }
    if row.number is not None:
        values = {"round": row.tournament.round_in_words(row.number)}
        words[Criterion.ROUND] = row.tournament.round_name(row.number)
        words[Criterion.TABLE_HIGH] = _("Highest at each table of %(round)s") % values
        words[Criterion.TABLE_LOW] = _("Lowest at each table of %(round)s") % values
    return words.get(row.criterion) or str(row.get_criterion_display())


def row_words(row: PrizeRow) -> str:
    """What the row's prizes are for: its own name, or its criterion."""
    if row.criterion == Criterion.BLOCK and not row.name:
        names = [block.name for block in row.tournament.blocks if block.number == row.number]
        return names[0] if names else where(row)
    if row.category is not None and not row.name:
        return row.category.name
    return row.name or where(row)


def place_words(row: PrizeRow) -> str:
    """The places of a row: "1", "4–6"; "" where they mean nothing."""
    if not row.has_places:
        return ""
    last = row.first_place + len(row.cents or row.things) - 1
    return str(row.first_place) if last == row.first_place else f"{row.first_place}–{last}"


def row_and_places(row: PrizeRow) -> str:
    """A row as a list of rows names it: two that are about one round differ by their places."""
    places = place_words(row)
    return row_words(row) if places in ("", "1") else f"{row_words(row)}, {places}"


def contest_words(contest: str, row: PrizeRow) -> str:
    """The name of a table's contest, with its round where the row is about several; "" of the only contest."""
    if not contest:
        return ""
    round_number, _dot, table = contest.partition(".")
    if row.number is not None:
        return _("table %(table)s") % {"table": table}
    values = {"round": row.tournament.round_in_words(int(round_number)), "table": table}
    return _("table %(table)s of %(round)s") % values


def won_for(award: PrizeAward) -> str:
    row, words = award.row, row_words(award.row)
    if award.contest:
        return f"{words}, {contest_words(award.contest, row)}" if row.name else table_words(award)
    if not row.has_places:
        return words
    if award.shared_to > award.first_place:
        places = f"{ordinal(award.first_place)}–{ordinal(award.last_place)}"
    else:
        places = ordinal(award.first_place)
    return f"{words}, {_('%(place)s place') % {'place': places}}"


def table_words(award: PrizeAward) -> str:
    """What a prize of a table is for, where nobody gave its row a name."""
    row, (number, _dot, table) = award.row, award.contest.partition(".")
    is_high = row.criterion == Criterion.TABLE_HIGH
    words = (
        _("Highest at table %(table)s of %(round)s")
        if is_high
        else _("Lowest at table %(table)s of %(round)s")
    )
    return words % {"table": table, "round": row.tournament.round_in_words(int(number))}


def prize_words(award: PrizeAward, currency: str) -> str:
    return award.thing or in_money(award.cents, currency)


def score_words(row: PrizeRow, score: int) -> str:
    """The score as people say it; "" where it is no number of anything."""
    match row.criterion:
        case Criterion.LOT | Criterion.NAMED:
            return ""
        case Criterion.SELF_PICKED | Criterion.JOKERLESS:
            return ngettext("%d game", "%d games", score) % score
        case Criterion.LOWEST | Criterion.TABLE_LOW:
            score = -score
    return (ngettext("%d point", "%d points", abs(score)) % score).replace("-", "\N{MINUS SIGN}")


def why(award: PrizeAward) -> str:
    """Why somebody has a prize, in a few words; of one that is fixed, why they had it then."""
    row, first, parts = award.row, award.first_place, []
    if row.criterion == Criterion.LOT:
        parts.append(_("drawn as number %d") % first)
    elif row.is_from_the_end:
        parts.append(score_words(row, award.score))
    elif row.criterion != Criterion.NAMED:
        parts.append(
            _("%(place)s with %(score)s")
            % {"place": ordinal(award.rank), "score": score_words(row, award.score)}
        )
    if award.tie_break:
        parts.append(_("of equal totals: %(tie_break)s") % {"tie_break": TieBreak(award.tie_break).label})
    if award.sharing > 1 and row.is_from_the_end:
        parts.append(_("%(count)d tied") % {"count": award.sharing})
    elif award.sharing > 1:
        parts.append(
            _("%(count)d tied for places %(first)d to %(last)d")
            % {"count": award.sharing, "first": first, "last": award.last_place}
        )
    if award.moved_up:
        parts.append(
            ngettext(
                "moves up: %d before them has another exclusive prize",
                "moves up: %d before them have other exclusive prizes",
                award.moved_up,
            )
            % award.moved_up
        )
    return "; ".join(filter(None, [contest_words(award.contest, row), *parts]))


def place_won(title: str, rank: int, *, tied: bool) -> str:
    """A place that was won: "First Place", "Half Day Winner", "AM, Second Place"."""
    if title and rank == 1:
        return _("%(part)s Winner") % {"part": title}
    place = str(PLACES[rank - 1]) if rank <= len(PLACES) else _("%(place)s Place") % {"place": ordinal(rank)}
    place = _("Tied for %(place)s") % {"place": place} if tied else place
    return f"{title}, {place}" if title else place


def row_place_won(row: PrizeRow, rank: int, *, tied: bool) -> str:
    title = "" if row.criterion == Criterion.OVERALL else row_words(row)
    return place_won(title, rank, tied=tied) if row.has_places and rank else row_words(row)
