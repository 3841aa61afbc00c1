"""Addresses of players' phones, and of the director's page about them."""

from django.urls import URLPattern, URLResolver

urlpatterns: list[URLPattern | URLResolver] = []
