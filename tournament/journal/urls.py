from django.urls import path

from tournament.journal import views

urlpatterns = [
    path("clubs/<slug:slug>/journal/", views.club_journal, name="club-journal"),
    path("t/<slug:slug>/journal/", views.journal, name="journal"),
]
