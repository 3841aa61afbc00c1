"""Addresses of the day, the score desk, standings, prizes and results."""

from django.urls import URLPattern, URLResolver, include, path

from scoring.adjustments import views as adjustments
from scoring.bonus import views as bonus
from scoring.ceremony import views as ceremony
from scoring.complaints import views as complaints
from scoring.desk.views import board, card, pile, settling, table
from scoring.finishing import report_views as reports
from scoring.finishing import views as finishing
from scoring.history import views as history
from scoring.prizes import views as prizes
from scoring.raffle import views as raffle
from scoring.results import views as results
from scoring.room import views as room
from scoring.seats import views as seats
from scoring.standings import views as standings
from scoring.today import views as today

DESK_TABLE = [
    path("", table.table_page, name="desk-table"),
    path("card/<int:revision>/", card.outdated, name="desk-card"),
    path("check/", table.desk_check, name="desk-check"),
    path("handed-in/", board.desk_handed_in, name="desk-handed-in"),
    path("send/", pile.desk_send, name="desk-send"),
    path("presence/", pile.desk_presence, name="desk-presence"),
    path("hand-back/", settling.desk_hand_back, name="desk-hand-back"),
    path("move/", settling.desk_move, name="desk-move"),
    path("reopen/", settling.desk_reopen, name="desk-reopen"),
    path("write-off/", settling.desk_write_off, name="desk-write-off"),
    path("write-off/take-back/", settling.desk_write_off_take_back, name="desk-write-off-take-back"),
]

PRIZES = [
    path("", prizes.prizes, name="prizes"),
    path("new/", prizes.prize_new, name="prize-new"),
    path("template/", prizes.prizes_template, name="prizes-template"),
    path("fix/", prizes.prizes_fix, name="prizes-fix"),
    path("handed-over/", prizes.prize_hand_over, name="prize-hand-over"),
    path("<int:row>/", prizes.prize_row, name="prize-row"),
    path("<int:row>/remove/", prizes.prize_remove, name="prize-remove"),
    path("<int:row>/move/", prizes.prize_move, name="prize-move"),
    path("<int:row>/draw/", prizes.prize_draw, name="prize-draw"),
    path("<int:row>/decide/", prizes.prize_decide, name="prize-decide"),
    path("<int:row>/open/", prizes.prizes_open, name="prizes-open"),
]

TOURNAMENT: list[URLPattern | URLResolver] = [
    path("", standings.standings, name="standings"),
    path("standings.json", standings.standings_json, name="standings-json"),
    path("standings.csv", standings.standings_file, {"kind": "csv"}, name="standings-csv"),
    path("standings.xlsx", standings.standings_file, {"kind": "xlsx"}, name="standings-xlsx"),
    path("player/<int:number>/", standings.player, name="player"),
    path("screen/", standings.screen, name="screen"),
    path("history/", history.history, name="history"),
    path("history/<int:number>/", history.history_round, name="history-round"),
    path("manage/", today.manage, name="manage"),
    *(path(f"manage/{mood}/", today.manage, {"mood": mood}, name=mood) for mood in today.CONTEXTS),
    path("find/", today.find_player, name="find-player"),
    path("manage/afterwards/copy/", today.copy, name="tournament-copy"),
    path("room/", room.room, name="room"),
    path("room/<int:number>/", room.room_round, name="room-round"),
    path("rounds/<int:number>/tables/", room.turn_tables, name="tables"),
    path("desk/", board.desk, name="desk"),
    path("desk/held/", settling.desk_held, name="desk-held"),
    path("desk/pile/", pile.desk_pile, name="desk-pile"),
    path("desk/<int:number>/", board.desk_round, name="desk-round"),
    path("desk/<int:number>/<int:table>/", include(DESK_TABLE)),
    path("seating/wrong-seat/", seats.wrong_seat, name="wrong-seat"),
    path("seating/by-standing/", seats.seat_by_standing, name="seat-by-standing"),
    path("seating/by-standing/look/", seats.look_by_standing, name="seat-by-standing-look"),
    path("bonus/", bonus.bonus_rounds, name="bonus"),
    path("bonus/<int:bonus>/take-away/", bonus.bonus_take_away, name="bonus-take-away"),
    path("adjustments/", adjustments.adjustments, name="adjustments"),
    path("adjustments/<int:adjustment>/cancel/", adjustments.adjustment_cancel, name="adjustment-cancel"),
    path("complaints/", complaints.complaints, name="complaints"),
    path("complaints/<int:complaint>/take-back/", complaints.complaint_take_back, name="complaint-take-back"),
    path("finish/", finishing.finish, name="finish"),
    path("finish/window/", finishing.window, name="correction-window"),
    path("finish/take-back/", finishing.take_back, name="finish-take-back"),
    path("finish/reported/<int:report>/", reports.reported_answer, name="reported-answer"),
    path("reported/<int:number>/", reports.reported, name="reported"),
    path("prizes/", include(PRIZES)),
    path("pot/", prizes.pot, name="pot"),
    path("pot/hand-over/", prizes.pot_hand_over, name="pot-hand-over"),
    path("ceremony/", ceremony.ceremony, name="ceremony"),
    path("ceremony/begin/", ceremony.ceremony_begin, name="ceremony-begin"),
    path("ceremony/step/", ceremony.ceremony_step, name="ceremony-step"),
    path("ceremony/screen/", ceremony.ceremony_screen, name="ceremony-screen"),
    path("raffles/", raffle.raffles, name="raffles"),
    path("raffles/screen/", raffle.raffle_screen, name="raffle-screen"),
    path("raffles/<int:raffle>/draw/", raffle.raffle_draw, name="raffle-draw"),
    path("raffles/<int:raffle>/remove/", raffle.raffle_remove, name="raffle-remove"),
    path("results/", results.results, name="results"),
    path("results.json", results.results_json, name="results-json"),
    path("master-points/", results.master_points_report, name="master-points"),
    path("final-report/", results.final_report, name="final-report"),
]

urlpatterns = [
    # In capitals: so it stands in the code on a card.
    path("C/<str:code>", card.scanned, name="card"),
    path("t/<slug:slug>/", include(TOURNAMENT)),
]
