from django.urls import path

from tournament.bars import views

urlpatterns = [
    path("clubs/<slug:slug>/bars/", views.club_bars, name="club-bars"),
    path("clubs/<slug:slug>/bars/<int:bar>/lift/", views.bar_lift, name="bar-lift"),
]
