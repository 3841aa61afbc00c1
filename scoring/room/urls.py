from django.urls import path

from scoring.room import views

urlpatterns = [
    path("t/<slug:slug>/room/", views.room, name="room"),
    path("t/<slug:slug>/room/<int:number>/", views.room_round, name="room-round"),
    path("t/<slug:slug>/rounds/<int:number>/tables/", views.turn_tables, name="tables"),
]
