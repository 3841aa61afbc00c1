from django.urls import path

from tournament.seating import views

urlpatterns = [
    path("t/<slug:slug>/seating/<int:number>/", views.seating_round, name="seating-round"),
]
