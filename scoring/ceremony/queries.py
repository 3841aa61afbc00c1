from dataclasses import dataclass

from scoring.models import Ceremony, PrizeAward, PrizeRow
from scoring.prizes.queries import sharing_tournaments
from scoring.prizes.words import row_place_won
from tournament.models import Tournament


@dataclass(frozen=True)
class Slide:
    """One slide: what can be won, and who wins it, in the plan's order."""

    index: int
    row: PrizeRow
    place: int
    last_place: int
    margin: int | None
    awards: list[PrizeAward]

    @property
    def prizes(self) -> list[PrizeAward]:
        """One award of each amount or thing, as one name or all of them have it."""
        return list({(award.cents, award.thing): award for award in self.awards}.values())

    @property
    def words(self) -> str:
        return row_place_won(self.row, self.place, tied=self.last_place > self.place)

    @property
    def announced_at(self) -> int:
        """The step that announces it; its names come with the next one."""
        return 2 * self.index + 1


def current(tournament: Tournament) -> Ceremony | None:
    """The ceremony that is on, or the last one."""
    return tournament.ceremonies.first()


def slides(ceremony: Ceremony) -> list[Slide]:
    """The slides with their prizes. Two queries."""
    keys = {key for slide in ceremony.slides for key in slide["awards"]}
    listed = PrizeAward.objects.filter(pk__in=keys).select_related(
        "entry__person", "row__tournament", "row__category"
    )
    awards = {award.pk: award for award in sharing_tournaments(listed)}
    rows = PrizeRow.objects.select_related("category").in_bulk({slide["row"] for slide in ceremony.slides})
    for row in rows.values():
        row.tournament = ceremony.tournament
    return [
        Slide(
            index,
            rows[slide["row"]],
            slide["place"],
            slide["last_place"],
            slide["margin"],
            [awards[key] for key in slide["awards"] if key in awards],
        )
        for index, slide in enumerate(ceremony.slides)
        if slide["row"] in rows
    ]


def slides_shown(ceremony: Ceremony) -> list[Slide]:
    """The slides up to the one that is on, which is the last; none at the welcome."""
    return [slide for slide in slides(ceremony) if slide.announced_at <= ceremony.step]
