from django.urls import path

from tournament.live import stream

urlpatterns = [
    path("t/<slug:slug>/live/", stream.live, name="live"),
]
