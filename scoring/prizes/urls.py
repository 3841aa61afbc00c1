from django.urls import path

from scoring.prizes import views

urlpatterns = [
    path("t/<slug:slug>/pot/hand-over/", views.pot_hand_over, name="pot-hand-over"),
    path("t/<slug:slug>/prizes/", views.prizes, name="prizes"),
    path("t/<slug:slug>/pot/", views.pot, name="pot"),
    path("t/<slug:slug>/prizes/new/", views.prize_new, name="prize-new"),
    path("t/<slug:slug>/prizes/template/", views.prizes_template, name="prizes-template"),
    path("t/<slug:slug>/prizes/copy/", views.prizes_copy, name="prizes-copy"),
    path("t/<slug:slug>/prizes/fix/", views.prizes_fix, name="prizes-fix"),
    path("t/<slug:slug>/prizes/handed-over/", views.prize_hand_over, name="prize-hand-over"),
    path("t/<slug:slug>/prizes/<int:row>/", views.prize_row, name="prize-row"),
    path("t/<slug:slug>/prizes/<int:row>/remove/", views.prize_remove, name="prize-remove"),
    path("t/<slug:slug>/prizes/<int:row>/move/", views.prize_move, name="prize-move"),
    path("t/<slug:slug>/prizes/<int:row>/draw/", views.prize_draw, name="prize-draw"),
    path("t/<slug:slug>/prizes/<int:row>/decide/", views.prize_decide, name="prize-decide"),
    path("t/<slug:slug>/prizes/<int:row>/open/", views.prizes_open, name="prizes-open"),
]
