"""Addresses of who plays, when and where they sit."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from .views import home, journal

urlpatterns = [
    path("", home.home, name="home"),
    path("sign-in/", LoginView.as_view(), name="sign-in"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("t/<slug:slug>/journal/", journal.journal, name="journal"),
]
