"""The link back from an error page."""

from __future__ import annotations

from urllib.parse import urlsplit

from django import template
from django.http import HttpRequest
from django.template import Context
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

register = template.Library()


@register.simple_tag(takes_context=True)
def way_back(context: Context) -> str:
    """The page of this site that the reader came from, or the start page; never the address that just failed."""
    request: HttpRequest = context["request"]
    came_from = request.headers.get("Referer", "")
    is_ours = url_has_allowed_host_and_scheme(
        came_from, {request.get_host()}, require_https=request.is_secure()
    )
    read_in_vain = request.method != "POST" and urlsplit(came_from).path == request.path
    return came_from if is_ours and not read_in_vain else reverse("home")
