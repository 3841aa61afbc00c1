from django.urls import path

from phones.table import views

TABLE = [
    path("live/", views.live, name="phone-live"),
    path("begin/", views.begin, name="phone-begin"),
    path("check/", views.check, name="phone-check"),
    path("enter/", views.enter, name="phone-enter"),
    path("answer/", views.answer, name="phone-answer"),
    path("call/", views.call, name="phone-call"),
]
"""Below the address of a table: `/p/<slug>/<round>/<table>/`."""
