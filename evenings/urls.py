"""Addresses of club evenings."""

from django.urls import path

from evenings import views

urlpatterns = [
    path("clubs/<slug:slug>/evening/", views.start, name="evening-start"),
    path("t/<slug:slug>/evening/", views.evening_page, name="evening"),
    path("t/<slug:slug>/evening/next/", views.next_round, name="evening-next"),
    path("t/<slug:slug>/evening/came/", views.came, name="evening-came"),
    path("t/<slug:slug>/evening/leaves/", views.leaves, name="evening-leaves"),
    path("t/<slug:slug>/evening/end/", views.end, name="evening-end"),
    path("t/<slug:slug>/evening/turn/", views.turn, name="evening-turn"),
]
