from django.urls import path

from scoring.seats import views

urlpatterns = [
    path("t/<slug:slug>/seating/wrong-seat/", views.wrong_seat, name="wrong-seat"),
    path("t/<slug:slug>/seating/by-standing/", views.seat_by_standing, name="seat-by-standing"),
    path("t/<slug:slug>/seating/by-standing/look/", views.look_by_standing, name="seat-by-standing-look"),
]
