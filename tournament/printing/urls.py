from django.urls import path

from tournament.printing import views

urlpatterns = [
    path("t/<slug:slug>/players/badges/", views.print_badges, name="badges"),
    path("t/<slug:slug>/players/sign-in/", views.print_sign_in, name="sign-in-sheet"),
    path("t/<slug:slug>/seating/slips/", views.print_slips, name="seat-slips"),
    path("t/<slug:slug>/rounds/<int:number>/print/", views.print_round, name="round-print"),
]
