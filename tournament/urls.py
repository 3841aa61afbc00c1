from django.urls import URLPattern, URLResolver, include, path

from tournament.archive import views as archive
from tournament.categories import views as categories
from tournament.check_in import views as check_in
from tournament.clock import views as clock
from tournament.deletion import views as deletion
from tournament.fees import views as fees
from tournament.hall_messages import views as hall_messages
from tournament.journal import views as journal
from tournament.people import views as people
from tournament.players import views as players
from tournament.roster import views as roster
from tournament.rounds import views as rounds
from tournament.seating.views import changes, draw, swap
from tournament.settings import views as settings
from tournament.values import views as values
from tournament.watching import live

CLUB = [
    path("people/", people.people, name="club-people"),
    path("people/<int:person>/", people.person, name="person"),
    path("people/<int:person>/merge/<int:other>/", people.person_merge, name="person-merge"),
    path("people/<int:person>/apart/", people.person_apart, name="person-apart"),
    path("journal/", journal.club_journal, name="club-journal"),
    path("tournaments/new/", settings.tournament_new, name="tournament-new"),
    path("tournaments/<int:tournament>/restore/", deletion.tournament_restore, name="tournament-restore"),
    path("restore/", archive.archive_upload, name="archive-upload"),
    path("restore/<slug:upload_name>/", archive.archive_preview, name="archive-preview"),
]

PLAYERS = [
    path("", players.entries, name="entries"),
    path("new/", players.entry_new, name="entry-new"),
    path("alike/", players.people_alike, name="people-alike"),
    path("<int:number>/", players.entry_edit, name="entry-edit"),
    *(
        path(f"<int:number>/{change}/", players.entry_state, {"change": change}, name=f"entry-{change}")
        for change in players.CHANGES
    ),
    path("import/", roster.roster_import, name="roster-import"),
    path("import/<int:upload>/", roster.roster_preview, name="roster-preview"),
    path("import/<int:upload>/columns/", roster.roster_columns, name="roster-columns"),
    path("import/<int:upload>/line/", roster.roster_line, name="roster-line"),
    path("import/<int:upload>/apply/", roster.roster_apply, name="roster-apply"),
    path("import/samples/<str:name>", roster.roster_sample, name="roster-sample"),
]

SEATING = [
    path("", draw.seating_page, name="seating"),
    path("choose/", draw.choose, name="seating-choose"),
    path("draw/", draw.draw, name="draw"),
    path("draw/look/", draw.draw_again, name="draw-look"),
    path("keep-apart/", draw.keep_apart, name="keep-apart"),
    path("keep-apart/remove/", draw.keep_apart_no_more, name="keep-apart-remove"),
    path("fixed-table/", draw.fix_table, name="fixed-table"),
    path("changes/", changes.seat_changes, name="seat-changes"),
    path("plan-again/", changes.again, name="plan-again"),
    path("again/look/", changes.plan_again_preview, name="plan-again-look"),
    path("<int:number>/", swap.seating_round, name="seating-round"),
]

TOURNAMENT: list[URLPattern | URLResolver] = [
    path("settings/", settings.tournament_settings, name="tournament-settings"),
    path("settings/results/", settings.results_withhold, name="results-withhold"),
    path("rules/", values.rules_page, name="rules"),
    path("rules/<slug:rule>/", values.rule, name="rule"),
    path("categories/", categories.categories, name="categories"),
    path("categories/<int:category>/", categories.category_change, name="category-change"),
    path("categories/<int:category>/remove/", categories.category_remove, name="category-remove"),
    path("players/", include(PLAYERS)),
    path("check-in/", check_in.check_in, name="check-in"),
    path("check-in/found/", check_in.check_in_found, name="check-in-found"),
    path("check-in/walk-in/", check_in.walk_in, name="walk-in"),
    path("check-in/walk-in/<int:number>/", check_in.walk_in_seated, name="walk-in-seated"),
    path("check-in/<int:number>/", check_in.answer_tap, {"here": True}, name="check-in-player"),
    path("check-in/<int:number>/seat/", check_in.seat_player, name="seat-player"),
    path("check-in/<int:number>/undo/", check_in.answer_tap, {"here": False}, name="check-in-undo"),
    path("fees/", fees.fees, name="fees"),
    path("fees/set/", fees.fee_set, name="fee-set"),
    path("fees/paid/", fees.fees_paid, name="fees-paid"),
    path("fees/<int:number>/", fees.fee, name="fee"),
    path("fees/<int:number>/own/", fees.fee_own, name="fee-own"),
    path("fees/<int:number>/take-out/", fees.fee_take_out, name="fee-take-out"),
    path("seating/", include(SEATING)),
    path("rounds/", rounds.rounds, name="rounds"),
    path("rounds/<int:number>/", rounds.round_page, name="round"),
    path("rounds/<int:number>/seated/", rounds.who_sits, name="round-seated"),
    path("rounds/<int:number>/publish/", rounds.publish, name="round-publish"),
    path("rounds/<int:number>/take-back/", rounds.take_back, name="round-take-back"),
    path("rounds/<int:number>/clock/", clock.turn_clock, name="clock"),
    path("seats/<int:number>/", rounds.public_seating, name="round-seating"),
    path("starting-times/", clock.starting_times, name="starting-times"),
    path("clock/", clock.clock_page, name="clock-page"),
    path("clock.json", clock.clock_now, name="clock-now"),
    path("messages/", hall_messages.hall_messages, name="hall-messages"),
    path(
        "messages/<int:message>/take-down/",
        hall_messages.hall_message_take_down,
        name="hall-message-take-down",
    ),
    path("journal/", journal.journal, name="journal"),
    path("archives/", archive.archives, name="archives"),
    path("archives/now/", archive.archive_download, name="archive-download"),
    path("archives/show/", archive.restored_show, name="restored-show"),
    path("archives/rehearse/", archive.archive_rehearse, name="archive-rehearse"),
    path("archives/<int:archive>/", archive.archive_stored, name="archive-stored"),
    path("archives/<int:archive>/go-back/", archive.archive_go_back, name="archive-go-back"),
    path("delete/", deletion.tournament_delete, name="tournament-delete"),
    path("live/", live, name="live"),
]

urlpatterns = [
    path("clubs/<slug:slug>/", include(CLUB)),
    path("t/<slug:slug>/", include(TOURNAMENT)),
]
