"""What import-linter cannot see: templates name nothing of an application further up."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.urls import URLResolver, get_resolver

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
# The lowest first; what lies in none of these folders belongs to the whole site and may name everything.
APPLICATIONS = ["ui", "tournament", "scoring", "paper", "demo"]
OF_AN_APPLICATION = [
    path for path in sorted(TEMPLATES.rglob("*.html")) if path.relative_to(TEMPLATES).parts[0] in APPLICATIONS
]
# A page of the site: every application has its navigation and is drawn in its frame.
OF_THE_SITE = {"base.html", "_nav.html"}
FRONT_PAGE = "home"


def applications_of_addresses(resolver: URLResolver | None = None) -> dict[str, str]:
    """The name of each address and the application that answers it."""
    applications: dict[str, str] = {}
    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLResolver):
            applications |= applications_of_addresses(pattern)
        elif pattern.name:
            applications[pattern.name] = pattern.callback.__module__.split(".")[0]
    return applications


@pytest.mark.parametrize("path", OF_AN_APPLICATION, ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_a_template_names_nothing_further_up(path: Path) -> None:
    text = path.read_text()
    own = APPLICATIONS.index(path.relative_to(TEMPLATES).parts[0])
    answered_by = applications_of_addresses()
    applications = {
        answered_by[name] for name in re.findall(r"{% url '([\w-]+)'", text) if name != FRONT_PAGE
    }
    applications |= {
        name.split("/")[0]
        for name in re.findall(r'{% (?:include|extends) "([^"]+)"', text)
        if name not in OF_THE_SITE
    }
    assert applications & set(APPLICATIONS[own + 1 :]) == set()
