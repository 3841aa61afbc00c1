"""Addresses of what they scored and what follows."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
