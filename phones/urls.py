"""Addresses of players' phones, and of the director's page about them."""

from django.urls import URLPattern, URLResolver, include, path

from phones.keys import views as keys
from phones.overview import views as overview
from phones.practice import practice
from phones.table import views as table

OVERVIEW = [
    path("", overview.phones, name="phones"),
    path("round/<int:number>/paper/", overview.table_change, {"paper": True}, name="phones-table-paper"),
    path("round/<int:number>/phone/", overview.table_change, {"paper": False}, name="phones-table-phones"),
    path("<int:number>/<int:table>/been-there/", table.call_answered, name="phone-call-answered"),
    path("<int:number>/", overview.player, name="phone-player"),
    path("<int:number>/new-key/", overview.player_change, {"act": "new-key"}, name="phone-new-key"),
    path("<int:number>/unlock/", overview.player_change, {"act": "unlock"}, name="phone-unlock"),
    path("<int:number>/paper/", overview.player_change, {"act": "paper"}, name="phone-to-paper"),
    path("<int:number>/phone/", overview.player_change, {"act": "phone"}, name="phone-to-phone"),
]

# Below the address of a table: /p/<slug>/<round>/<table>/
TABLE = [
    path("live/", table.live, name="phone-live"),
    path("begin/", table.begin, name="phone-begin"),
    path("check/", table.check, name="phone-check"),
    path("enter/", table.enter, name="phone-enter"),
    path("answer/", table.answer, name="phone-answer"),
    path("call/", table.call, name="phone-call"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    # In capitals: so it stands in the code on a slip.
    path("K/<str:code>", keys.key, name="phone-key"),
    path("k/<int:event>/", keys.enter, name="phone-enter-pin"),
    path("p/<slug:slug>/", table.phone_page, name="phone"),
    path("p/<slug:slug>/practice/", practice, name="phone-practice"),
    path("p/<slug:slug>/not-me/", keys.not_me, name="phone-not-me"),
    path("t/<slug:slug>/phones/", include(OVERVIEW)),
    path("p/<slug:slug>/<int:number>/<int:table>/", include(TABLE)),
]
