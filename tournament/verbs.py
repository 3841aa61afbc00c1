"""Every kind of change there is, for the journal: the one list of them."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Verb(TextChoices):
    """What a change did. The value is stored and stays; the label is for people and is looked up in their language."""

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

    # A tournament's settings
    TOURNAMENT_CREATED = "tournament-created", _("tournament made")
    TOURNAMENT_DELETED = "tournament-deleted", _("tournament deleted")
    TOURNAMENT_RESTORED = "tournament-restored", _("tournament restored")
    TOURNAMENT_PURGED = "tournament-purged", _("tournament gone for good")
    SETTINGS_CHANGED = "settings-changed", _("settings changed")
    VALUES_CHANGED = "values-changed", _("values changed")
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
    ROSTER_IMPORTED = "roster-imported", _("roster imported")

    # Where they sit
    KEPT_APART = "kept-apart", _("keep apart")
    NOT_KEPT_APART = "not-kept-apart", _("keep apart no more")
    TABLE_FIXED = "table-fixed", _("fix table")
    MOVEMENT_CHOSEN = "movement-chosen", _("choose movement")
    DRAWN = "drawn", _("draw")
    DRAWN_AGAIN = "drawn-again", _("draw again")
    PLANNED_AGAIN = "planned-again", _("plan again")
    SEATS_SWAPPED = "seats-swapped", _("swap seats")
    WITHDRAWN_FROM_SEATING = "withdrawn-from-seating", _("withdraw from seating")
    WALK_IN_SEATED = "walk-in-seated", _("walk-in takes seat")
    LATE_SEATED = "late-seated", _("late arrival seated")
    SUBSTITUTE_SEATED = "substitute-seated", _("substitute seated")

    # Rounds and their clock
    ROUND_PUBLISHED = "round-published", _("publish")
    CLOCK_STARTED = "clock-started", _("start clock")
    CLOCK_PAUSED = "clock-paused", _("pause clock")
    CLOCK_RESUMED = "clock-resumed", _("resume clock")
    CLOCK_EXTENDED = "clock-extended", _("extend clock")
    CLOCK_SHORTENED = "clock-shortened", _("take extra minutes back")
    CLOCK_ENDED = "clock-ended", _("end clock")
    CLOCK_END_TAKEN_BACK = "clock-end-taken-back", _("take the end of a round back")

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
    WRONG_SEAT_MENDED = "wrong-seat-mended", _("wrong seat")
    TABLE_WRITTEN_OFF = "table-written-off", _("table written off")
    WRITE_OFF_TAKEN_BACK = "write-off-taken-back", _("table no longer written off")

    # The end of the day
    FINISHED = "finished", _("finished")
    FINISH_TAKEN_BACK = "finish-taken-back", _("took back the finish")
