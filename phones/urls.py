"""Addresses of players' phones, and of the director's page about them."""

from django.urls import URLPattern, URLResolver, include, path

from phones.table import views as table
from phones.table.urls import TABLE

urlpatterns: list[URLPattern | URLResolver] = [
    path("p/<slug:slug>/", table.phone_page, name="phone"),
    path("p/<slug:slug>/<int:number>/<int:table>/", include(TABLE)),
]
