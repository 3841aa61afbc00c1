from django.urls import path

from scoring.desk.views import board, card, disputes, held, pile, table, writing_off

urlpatterns = [
    # In capitals: so it stands in the code on a card.
    path("C/<str:code>", card.scanned, name="card"),
    path("t/<slug:slug>/desk/<int:number>/<int:table>/card/<int:revision>/", card.outdated, name="desk-card"),
    path("t/<slug:slug>/desk/", board.desk, name="desk"),
    path("t/<slug:slug>/desk/held/", held.desk_held, name="desk-held"),
    path("t/<slug:slug>/desk/<int:number>/", board.desk_round, name="desk-round"),
    path("t/<slug:slug>/desk/<int:number>/<int:table>/", table.table_page, name="desk-table"),
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
    path(
        "t/<slug:slug>/desk/<int:number>/<int:table>/write-off/",
        writing_off.desk_write_off,
        name="desk-write-off",
    ),
    path(
        "t/<slug:slug>/desk/<int:number>/<int:table>/write-off/take-back/",
        writing_off.desk_write_off_take_back,
        name="desk-write-off-take-back",
    ),
]
