"""Addresses of who plays, when and where they sit."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from .views import (
    check_in,
    clock,
    clubs,
    entries,
    home,
    journal,
    printing,
    roster_import,
    rounds,
    seat_changes,
    seating,
    seating_round,
    sign_in,
    tournaments,
    values,
)

urlpatterns = [
    path("", home.home, name="home"),
    path("sign-in/", sign_in.SignIn.as_view(), name="sign-in"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("password/", clubs.password_change, name="password-change"),
    path("clubs/<slug:slug>/", clubs.club, name="club"),
    path("clubs/<slug:slug>/journal/", journal.club_journal, name="club-journal"),
    path("clubs/<slug:slug>/members/", clubs.member_add, name="member-add"),
    path("clubs/<slug:slug>/members/<int:member>/role/", clubs.member_role, name="member-role"),
    path("clubs/<slug:slug>/members/<int:member>/remove/", clubs.member_remove, name="member-remove"),
    path("clubs/<slug:slug>/members/<int:member>/password/", clubs.member_password, name="member-password"),
    path("clubs/<slug:slug>/tournaments/new/", tournaments.tournament_new, name="tournament-new"),
    path("t/<slug:slug>/settings/", tournaments.tournament_settings, name="tournament-settings"),
    path("t/<slug:slug>/values/", values.value_table, name="value-table"),
    path("t/<slug:slug>/players/", entries.entries, name="entries"),
    path("t/<slug:slug>/players/new/", entries.entry_new, name="entry-new"),
    path("t/<slug:slug>/players/badges/", printing.print_badges, name="badges"),
    path("t/<slug:slug>/players/alike/", entries.people_alike, name="people-alike"),
    path("t/<slug:slug>/players/<int:number>/", entries.entry_edit, name="entry-edit"),
    *(
        path(
            f"t/<slug:slug>/players/<int:number>/{change}/",
            entries.entry_state,
            {"change": change},
            name=f"entry-{change}",
        )
        for change in entries.CHANGES
    ),
    path("t/<slug:slug>/players/import/", roster_import.roster_import, name="roster-import"),
    path("t/<slug:slug>/players/import/<int:upload>/", roster_import.roster_preview, name="roster-preview"),
    path(
        "t/<slug:slug>/players/import/<int:upload>/columns/",
        roster_import.roster_columns,
        name="roster-columns",
    ),
    path("t/<slug:slug>/players/import/<int:upload>/apply/", roster_import.roster_apply, name="roster-apply"),
    path(
        "t/<slug:slug>/players/import/samples/<str:name>", roster_import.roster_sample, name="roster-sample"
    ),
    path("t/<slug:slug>/check-in/", check_in.check_in, name="check-in"),
    path("t/<slug:slug>/check-in/walk-in/", check_in.walk_in, name="walk-in"),
    path("t/<slug:slug>/check-in/<int:number>/", check_in.check_in_player, name="check-in-player"),
    path("t/<slug:slug>/check-in/<int:number>/undo/", check_in.check_in_undo, name="check-in-undo"),
    path("t/<slug:slug>/journal/", journal.journal, name="journal"),
    path("t/<slug:slug>/seating/", seating.seating_page, name="seating"),
    path("t/<slug:slug>/seating/choose/", seating.choose, name="seating-choose"),
    path("t/<slug:slug>/seating/draw/", seating.draw, name="draw"),
    path("t/<slug:slug>/seating/keep-apart/", seating.keep_apart, name="keep-apart"),
    path("t/<slug:slug>/seating/keep-apart/remove/", seating.keep_apart_no_more, name="keep-apart-remove"),
    path("t/<slug:slug>/seating/fixed-table/", seating.fix_table, name="fixed-table"),
    path("t/<slug:slug>/seating/slips/", printing.print_slips, name="seat-slips"),
    path("t/<slug:slug>/seating/changes/", seat_changes.seat_changes, name="seat-changes"),
    path("t/<slug:slug>/seating/plan-again/", seat_changes.again, name="plan-again"),
    path("t/<slug:slug>/seating/<int:number>/", seating_round.seating_round, name="seating-round"),
    path("t/<slug:slug>/rounds/", rounds.rounds, name="rounds"),
    path("t/<slug:slug>/rounds/<int:number>/", rounds.round_page, name="round"),
    path("t/<slug:slug>/rounds/<int:number>/publish/", rounds.publish, name="round-publish"),
    path("t/<slug:slug>/rounds/<int:number>/print/", printing.print_round, name="round-print"),
    path("t/<slug:slug>/rounds/<int:number>/clock/", clock.clock, name="clock"),
    path("t/<slug:slug>/seats/<int:number>/", rounds.round_seating, name="round-seating"),
    path("t/<slug:slug>/clock.json", clock.clock_now, name="clock-now"),
]
