"""Addresses of what they scored and what follows."""

from django.urls import path

from .views import board, disputes, finishing, held, live, pile, seating, standings, table, today, tour

urlpatterns = [
    path("tour/close/", tour.close, name="tour-close"),
    path("t/<slug:slug>/", standings.standings, name="standings"),
    path("t/<slug:slug>/standings.json", standings.standings_json, name="standings-json"),
    path("t/<slug:slug>/standings.csv", standings.standings_csv, name="standings-csv"),
    path("t/<slug:slug>/player/<int:number>/", standings.player, name="player"),
    path("t/<slug:slug>/screen/", standings.screen, name="screen"),
    path("t/<slug:slug>/live/", live.live, name="live"),
    path("t/<slug:slug>/manage/", today.manage, name="manage"),
    path("t/<slug:slug>/finish/", finishing.finish, name="finish"),
    path("t/<slug:slug>/finish/take-back/", finishing.take_back, name="finish-take-back"),
    path("t/<slug:slug>/desk/", board.desk, name="desk"),
    path("t/<slug:slug>/desk/held/", held.desk_held, name="desk-held"),
    path("t/<slug:slug>/desk/<int:number>/", board.desk_round, name="desk-round"),
    path("t/<slug:slug>/desk/<int:number>/<int:table>/", table.desk_table, name="desk-table"),
    path("t/<slug:slug>/desk/<int:number>/<int:table>/check/", table.desk_check, name="desk-check"),
    path(
        "t/<slug:slug>/desk/<int:number>/<int:table>/handed-in/", board.desk_handed_in, name="desk-handed-in"
    ),
    path("t/<slug:slug>/desk/<int:number>/<int:table>/send/", pile.desk_send, name="desk-send"),
    path("t/<slug:slug>/desk/<int:number>/<int:table>/presence/", pile.desk_presence, name="desk-presence"),
    path(
        "t/<slug:slug>/desk/<int:number>/<int:table>/hand-back/", held.desk_hand_back, name="desk-hand-back"
    ),
    path("t/<slug:slug>/desk/<int:number>/<int:table>/move/", disputes.desk_move, name="desk-move"),
    path("t/<slug:slug>/desk/<int:number>/<int:table>/reopen/", disputes.desk_reopen, name="desk-reopen"),
    path("t/<slug:slug>/seating/wrong-seat/", seating.wrong_seat, name="wrong-seat"),
    path("t/<slug:slug>/seating/by-standing/", seating.seat_by_standing, name="seat-by-standing"),
]
