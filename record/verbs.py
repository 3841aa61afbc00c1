from dataclasses import dataclass
from typing import Any

from django.db import models
from django.db.models import CheckConstraint, Q
from django.db.models.functions import Length, Lower
from django.db.models.lookups import GreaterThan
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop


class Verb(models.TextChoices):
    """The kind of a change. The value is stored for good; the label is for people and is translated."""

    # A club and its accounts
    CLUB_FOUNDED = "club-founded", _("club founded")
    MEMBER_ADDED = "member-added", _("member added")
    MEMBER_REMOVED = "member-removed", _("member removed")
    ROLE_CHANGED = "role-changed", _("role changed")
    PASSWORD_RENEWED = "password-renewed", _("password renewed")
    PASSWORD_SET = "password-set", _("password set")
    OWN_PASSWORD_CHANGED = "own-password-changed", _("own password changed")
    SECOND_STEP_ON = "second-step-on", _("second step of signing in turned on")
    SECOND_STEP_OFF = "second-step-off", _("second step of signing in turned off")
    PROFILE_MADE = "profile-made", _("house profile created")
    PROFILE_CHANGED = "profile-changed", _("house profile changed")
    PROFILE_WITHDRAWN = "profile-withdrawn", _("house profile withdrawn")
    PROFILE_BROUGHT_BACK = "profile-brought-back", _("house profile brought back")
    INVITED = "invited", _("invited")
    INVITATION_TAKEN_BACK = "invitation-taken-back", _("invitation taken back")
    ACCOUNT_ERASED = "account-erased", _("account erased")
    SIGNED_OUT_EVERYWHERE = "signed-out-everywhere", _("signed out everywhere")

    # A tournament's settings
    TOURNAMENT_CREATED = "tournament-created", _("tournament created")
    TOURNAMENT_DELETED = "tournament-deleted", _("tournament deleted")
    TOURNAMENT_RESTORED = "tournament-restored", _("tournament restored")
    TOURNAMENT_PURGED = "tournament-purged", _("tournament gone for good")
    SETTINGS_CHANGED = "settings-changed", _("settings changed")
    VALUES_CHANGED = "values-changed", _("values changed")
    RESULTS_WITHHELD = "results-withheld", _("results withheld")
    RESULTS_SHOWN = "results-shown", _("results shown to everybody")
    SHOWN_AGAIN = "shown-again", _("shown to everybody")
    WENT_BACK = "went-back", _("went back")

    # Who plays
    PLAYER_REGISTERED = "player-registered", _("player registered")
    PLAYER_CORRECTED = "player-corrected", _("player corrected")
    PLAYERS_CORRECTED = "players-corrected", _("players corrected")
    PLAYER_WITHDRAWN = "player-withdrawn", _("player withdrawn")
    PLAYER_REINSTATED = "player-reinstated", _("player reinstated")
    PLAYER_TO_WAIT = "player-to-wait", _("player put on the waiting list")
    PLAYER_MOVED_UP = "player-moved-up", _("player moved up")
    PLAYER_CHECKED_IN = "player-checked-in", _("player checked in")
    CHECK_IN_UNDONE = "check-in-undone", _("check-in undone")
    CATEGORY_MADE = "category-made", _("category created")
    CATEGORY_CHANGED = "category-changed", _("category changed")
    CATEGORY_REMOVED = "category-removed", _("category removed")
    ROSTER_IMPORTED = "roster-imported", _("roster imported")
    PERSON_ERASED = "person-erased", _("person erased")

    # Where they sit
    KEPT_APART = "kept-apart", _("keep apart")
    NOT_KEPT_APART = "not-kept-apart", _("no longer kept apart")
    TABLE_FIXED = "table-fixed", _("fix table")
    MOVEMENT_CHOSEN = "movement-chosen", _("choose movement")
    DRAWN = "drawn", _("draw")
    DRAWN_AGAIN = "drawn-again", _("draw again")
    PLANNED_AGAIN = "planned-again", _("plan again")
    SEATS_SWAPPED = "seats-swapped", _("swap seats")
    WITHDRAWN_FROM_SEATING = "withdrawn-from-seating", _("withdraw from seating")
    WALK_IN_SEATED = "walk-in-seated", _("walk-in takes a seat")
    LATE_SEATED = "late-seated", _("late arrival seated")
    PEOPLE_MOVED = "people-moved", _("several left or came")
    EVENING_ROUND_DRAWN = "evening-round-drawn", _("next round drawn among those here")
    PLAYER_LEAVES = "player-leaves", _("done playing")
    PLAYER_PLAYS_ON = "player-plays-on", _("plays again from the next round on")
    SUBSTITUTE_SEATED = "substitute-seated", _("substitute seated")

    # Rounds and their clock
    ROUND_PUBLISHED = "round-published", _("publish")
    ROUND_TAKEN_BACK = "round-taken-back", _("publication taken back")
    BONUS_ROUND_ADDED = "bonus-round-added", _("bonus round added")
    BONUS_ROUND_TAKEN_AWAY = "bonus-round-taken-away", _("bonus round removed")
    CLOCK_STARTED = "clock-started", _("start clock")
    CLOCK_PAUSED = "clock-paused", _("pause clock")
    CLOCK_RESUMED = "clock-resumed", _("resume clock")
    CLOCK_EXTENDED = "clock-extended", _("extend clock")
    CLOCK_SHORTENED = "clock-shortened", _("take extra minutes back")
    CLOCK_ENDED = "clock-ended", _("end clock")
    CLOCK_END_TAKEN_BACK = "clock-end-taken-back", _("take the end of a round back")
    TABLES_SEATED = "tables-seated", _("tables seated")
    TABLES_NOT_SEATED = "tables-not-seated", _("tables not seated after all")
    TABLE_EXTENDED = "table-extended", _("extra minutes for one table")
    TABLE_SHORTENED = "table-shortened", _("extra minutes of one table taken back")
    TIME_CALLED = "time-called", _("time called at one table")
    TIME_CALL_TAKEN_BACK = "time-call-taken-back", _("time at one table not called after all")
    STARTING_TIMES_SET = "starting-times-set", _("starting times of the rounds set")

    # What the hall is told
    MESSAGE_PUT_UP = "message-put-up", _("message to the hall put up")
    MESSAGE_TAKEN_DOWN = "message-taken-down", _("message to the hall taken down")

    # What they scored
    CARDS_HANDED_IN = "cards-handed-in", _("cards handed in")
    CARDS_TAKEN_BACK = "cards-taken-back", _("cards not in after all")
    SET_TYPED = "set-typed", _("set typed")
    SET_CHANGED = "set-changed", _("set changed")
    SET_TO_CONFIRM = "set-to-confirm", _("set typed, to be confirmed")
    SET_CHANGED_TO_CONFIRM = "set-changed-to-confirm", _("set changed, to be confirmed")
    SET_RETYPED = "set-retyped", _("typed again, differs")
    SET_CONFIRMED = "set-confirmed", _("set confirmed")
    SET_ACCEPTED = "set-accepted", _("set accepted")
    SET_HELD = "set-held", _("set held")
    SET_HANDED_BACK = "set-handed-back", _("set handed back")
    SET_RULED = "set-ruled", _("set ruled")
    SET_REOPENED = "set-reopened", _("set reopened")
    SET_MOVED_AWAY = "set-moved-away", _("set moved away")
    SET_MOVED_HERE = "set-moved-here", _("set moved here")
    GAME_ENTERED_ON_PHONE = "game-entered-on-phone", _("game entered on a phone")
    GAME_ANSWERED_ON_PHONE = "game-answered-on-phone", _("game answered on a phone")
    GAME_DISPUTED_ON_PHONE = "game-disputed-on-phone", _("game not right, by a player’s phone")
    CONFIRMED_ON_PHONES = "confirmed-on-phones", _("all games confirmed by everybody at the table, on phones")
    DIRECTOR_CALLED = "director-called", _("director called from a table")
    CALL_ANSWERED = "call-answered", _("director was at the table")
    WRONG_SEAT_MENDED = "wrong-seat-mended", _("wrong seat")
    TABLE_WRITTEN_OFF = "table-written-off", _("table written off")
    WRITE_OFF_TAKEN_BACK = "write-off-taken-back", _("table no longer written off")

    # Phones at the table
    PHONES_SET = "phones-set", _("what phones at the table are for")
    PHONE_KEY_RENEWED = "phone-key-renewed", _("new phone key")
    PHONE_PIN_UNLOCKED = "phone-pin-unlocked", _("PIN unlocked")
    PAPER_USED = "paper-used", _("back to paper")
    PHONE_USED = "phone-used", _("from paper to phones")

    # Seasons
    SEASON_MADE = "season-made", _("season created")
    SEASON_CHANGED = "season-changed", _("season changed")
    SEASON_REMOVED = "season-removed", _("season removed")
    SEASON_PUBLISHED = "season-published", _("standings of a season published")

    # What a director decides beside the games
    ADJUSTMENT_MADE = "adjustment-made", _("points given or taken")
    ADJUSTMENT_CANCELLED = "adjustment-cancelled", _("adjustment canceled")

    PLAYER_WARNED = "player-warned", _("player warned")
    PLAYER_DISQUALIFIED = "player-disqualified", _("player disqualified")
    COMPLAINT_TAKEN_BACK = "complaint-taken-back", _("warning or disqualification taken back")
    PERSON_BARRED = "person-barred", _("person barred")
    BAR_LIFTED = "bar-lifted", _("bar lifted")
    PEOPLE_MERGED = "people-merged", _("two records of one person merged")
    MERGE_UNDONE = "merge-undone", _("merged records taken apart")

    # The end of the day
    FINISHED = "finished", _("finished")
    EVENING_ENDED = "evening-ended", _("evening ended")
    FINISH_TAKEN_BACK = "finish-taken-back", _("finish taken back")

    # Prizes
    PRIZE_ROW_ADDED = "prize-row-added", _("prize added")
    PRIZE_ROW_CHANGED = "prize-row-changed", _("prize changed")
    PRIZE_ROW_REMOVED = "prize-row-removed", _("prize removed")
    PRIZE_ROW_MOVED = "prize-row-moved", _("order of the prizes changed")
    PRIZES_COPIED = "prizes-copied", _("prizes copied")
    PRIZE_LOTS_DRAWN = "prize-lots-drawn", _("prize drawn by lot")
    PRIZE_DECIDED = "prize-decided", _("prize decided")
    PRIZES_FIXED = "prizes-fixed", _("prizes locked in")
    PRIZES_OPENED = "prizes-opened", _("locked-in prizes opened again")
    PRIZE_HANDED_OVER = "prize-handed-over", _("prize handed over")
    PRIZE_HANDED_BACK = "prize-handed-back", _("prize not handed over after all")

    # Fees
    FEE_SET = "fee-set", _("fee set")
    FEE_PAID = "fee-paid", _("fee paid")
    FEES_PAID = "fees-paid", _("fees paid")
    FEE_REFUNDED = "fee-refunded", _("fee given back")
    PAYMENT_TAKEN_OUT = "payment-taken-out", _("payment taken out")

    # Lots and the pot
    RAFFLE_FIXED = "raffle-fixed", _("raffle made ready")
    RAFFLE_DRAWN = "raffle-drawn", _("raffle drawn")
    RAFFLE_REMOVED = "raffle-removed", _("raffle removed without a draw")
    STAKE_SET = "stake-set", _("stake of the pot set")

    # The last half hour
    NUMBER_REPORTED = "number-reported", _("number reported as wrong")
    REPORT_ANSWERED = "report-answered", _("reported number answered")
    POT_SHARE_HANDED_OVER = "pot-share-handed-over", _("share of the pot handed over")
    POT_SHARE_HANDED_BACK = "pot-share-handed-back", _("share of the pot not handed over after all")
    LOGO_SET = "logo-set", _("the club’s logo set")
    LOGO_REMOVED = "logo-removed", _("the club’s logo taken away")
    CERTIFICATE_PICTURE_SET = "certificate-picture-set", _("background of certificates set")
    CERTIFICATE_PICTURE_REMOVED = "certificate-picture-removed", _("background of certificates taken away")
    WINDOW_OPENED = "window-opened", _("time for corrections set")
    WINDOW_CLOSED = "window-closed", _("time for corrections ended")
    CEREMONY_BEGUN = "ceremony-begun", _("ceremony started")
    CEREMONY_FORWARD = "ceremony-forward", _("ceremony: next")
    CEREMONY_BACK = "ceremony-back", _("ceremony: back")
    CEREMONY_ENDED = "ceremony-ended", _("ceremony ended")
    PRIZES_PRESENTED = "prizes-presented", _("prizes made public")
    PRIZES_WITHDRAWN = "prizes-withdrawn", _("prizes no longer public")


@dataclass(frozen=True)
class About:
    """How an entry names a round or two players it is about, in English as stored. `round_stays`: a round in its values
    was published, so that its number is still right.
    """

    round: str = gettext_noop("round %s")
    players: str = gettext_noop("players %s and %s")
    round_stays: bool = False


USUAL = About()
IN_PLACE_OF = About(players=gettext_noop("player %s for player %s"))
ABOUT: dict[str, About] = {
    Verb.PLANNED_AGAIN: About(round=gettext_noop("from round %s")),
    Verb.WALK_IN_SEATED: IN_PLACE_OF,
    Verb.SUBSTITUTE_SEATED: IN_PLACE_OF,
    Verb.ADJUSTMENT_MADE: About(round_stays=True),
    Verb.ADJUSTMENT_CANCELLED: About(round_stays=True),
}
"""Only verbs that differ from `USUAL`."""


class VerbField(models.CharField):  # type: ignore[type-arg]  # it takes none when run
    """A verb's value. What is no verb raises ValueError before it reaches the database.

    Migrations see a plain column: a new verb changes no table.
    """

    def __init__(self, **options: Any) -> None:
        options.setdefault("max_length", 40)
        super().__init__(choices=Verb, **options)

    def deconstruct(self) -> Any:
        name, _path, arguments, options = super().deconstruct()
        del options["choices"]
        return name, "django.db.models.CharField", arguments, options

    def get_prep_value(self, value: Any) -> str:
        return Verb(value).value


def verb_shape(name: str) -> CheckConstraint:
    """The shape of a verb's value, whoever writes it: one word in small letters.

    No regular expression: SQLite has none of its own, and other programs could not read the file any more.
    """
    one_word = GreaterThan(Length("verb"), 0) & ~Q(verb__contains=" ")
    return CheckConstraint(condition=one_word & Q(verb=Lower("verb")), name=name)
