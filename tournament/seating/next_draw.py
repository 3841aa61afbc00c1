"""The one answer before the draw: the plan that *Draw the seats* draws."""

from dataclasses import dataclass

from tournament.models import Entry, Tournament
from tournament.seating.draw import choice_of, next_seed
from tournament.seating.plans import PlanInput, Preview, own_movement, plan_input, preview, suggested
from tournament.seating.queries import drawable, to_be_seated


@dataclass(frozen=True)
class NextDraw:
    """`plan` is what the director chose, or else the same as `suggested`; `by_rules` has the movement of the rules."""

    entries: list[Entry]
    here: int
    made_from: PlanInput
    plan: Preview
    suggested: Preview
    by_rules: Preview

    @property
    def can_be_drawn(self) -> bool:
        """Whether those it seats are here; otherwise it is the plan of everybody who is registered."""
        return self.plan.plan is not None and self.here == len(self.entries)

    @property
    def better(self) -> Preview | None:
        """What is suggested, where the director chose something that more speaks against."""
        return self.suggested if self.suggested.price < self.plan.price else None


def next_draw(tournament: Tournament, seed: int | None = None) -> NextDraw:
    entries, choice = to_be_seated(tournament), choice_of(tournament)
    made_from = plan_input(
        tournament,
        entries,
        rounds=choice.rounds,
        seed=next_seed(tournament) if seed is None else seed,
    )
    suggestion = suggested(tournament, made_from)
    return NextDraw(
        entries=entries,
        here=len(drawable(tournament)),
        made_from=made_from,
        plan=preview(made_from, choice.movement, choice.steps) if choice.movement else suggestion,
        suggested=suggestion,
        by_rules=preview(made_from, own_movement(tournament)),
    )
