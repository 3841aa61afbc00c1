"""Addresses of players' phones, and of the director's page about them."""

from django.urls import URLPattern, URLResolver, include, path

from phones.keys import views as keys
from phones.table import views as table
from phones.table.urls import TABLE

urlpatterns: list[URLPattern | URLResolver] = [
    # In capitals: so it stands in the code on a slip.
    path("K/<str:code>", keys.key, name="phone-key"),
    path("k/<int:event>/", keys.enter, name="phone-enter-pin"),
    path("p/<slug:slug>/", table.phone_page, name="phone"),
    path("p/<slug:slug>/not-me/", keys.not_me, name="phone-not-me"),
    path("p/<slug:slug>/<int:number>/<int:table>/", include(TABLE)),
    path(
        "t/<slug:slug>/phones/<int:number>/<int:table>/been-there/",
        table.call_answered,
        name="phone-call-answered",
    ),
]
