"""What directors do with a club's seasons: make one, put events in, change the rule, bring points in, publish."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from club.access import StaffRequest, get_club
from club.models import Club
from record.answering import posted, refusals_in, status_of
from record.stamps import Stamp
from rules.seasons.rule import RULES, PointsRow, SeasonRule, printed_rule
from seasons import actions
from seasons.access import get_season
from seasons.archive import as_file, restore
from seasons.forms import EventsForm, FileForm, PeopleForm, RemoveForm, RuleForm, SeasonForm, StampedForm
from seasons.models import Season
from seasons.published import mail_text, moved_since
from seasons.reckoning import reckon
from ui.addresses import for_phones

OWN = "own"


@require_safe
def seasons(request: StaffRequest, slug: str) -> HttpResponse:
    club = get_club(request, slug, may="work")
    rules = [(name, printed_rule(name)) for name in RULES]
    return page(request, "seasons", club, seasons=club.seasons.order_by("-pk"), rules=rules)


@require_http_methods(["GET", "HEAD", "POST"])
def season_new(request: StaffRequest, slug: str, base: str) -> HttpResponse:
    """A season by a rule that a club has printed, or by one of the club's own; its numbers can be changed here."""
    club = get_club(request, slug)
    if base not in (*RULES, OWN):
        raise Http404(_("There is no such rule."))
    rule = SeasonRule(points=PointsRow(by="total")) if base == OWN else printed_rule(base)
    form, rule_form = SeasonForm(posted(request)), RuleForm(posted(request), base=rule)
    if form.is_valid() & rule_form.is_valid():
        with refusals_in(form, rule_form):
            given = form.cleaned_data | rule_form.cleaned_data
            season = actions.make_season(club, **given, by=request.user)
            return redirect("season-work", slug, season.slug)
    return page(request, "new", club, form=form, rule_form=rule_form)


def page(request: StaffRequest, template: str, club: Club, **more: Any) -> HttpResponse:
    shown = [form for form in more.values() if isinstance(form, forms.BaseForm)]
    context = {"club": club, "section": "season", **more}
    return render(
        request, f"seasons/{template}.html", context, status=max(map(status_of, shown), default=200)
    )


def changed(
    request: StaffRequest,
    season: Season,
    form: forms.Form,
    act: Callable[..., object],
    look: Callable[[Season], dict[str, Any]] | None = None,
    done: str = "",
) -> bool:
    """Whether the form was carried out: `act` is given what is typed, `look` gives what the page shows."""
    if not form.is_valid():
        return False

    def stamp_now() -> Stamp:
        row = get_season(request, season.club.slug, season.slug)  # 404 where it was removed meanwhile
        return Stamp(seen=look(row) if look else {})

    with refusals_in(form, stamp=stamp_now):
        act(season, **form.cleaned_data, by=request.user)
        messages.success(request, done or _("Saved."))
        return True
    return False


@require_http_methods(["GET", "HEAD", "POST"])
def season_work(request: StaffRequest, slug: str, season: str) -> HttpResponse:
    """Its events, publishing, its name and its end, each a form, which `do` tells apart; and the text for a mail."""
    row = get_season(request, slug, season)

    def sent(do: str) -> Any:
        return request.POST if request.POST.get("do", "events" if request.POST else "") == do else None

    named = actions.named(row)
    name = SeasonForm(sent("name"), initial={**named, "stamp": Stamp(seen=named)})
    events, publishing = EventsForm(sent("events"), season=row), StampedForm(sent("publish"))
    removal = RemoveForm(sent("remove"), ids="remove", missing=_("Say why the season is removed."))
    done = _("Kept as published. The text below can go into your mail.")
    if changed(request, row, removal, actions.remove, done=_("Removed.")):
        return redirect("seasons", slug)
    if (
        changed(request, row, events, actions.set_events, actions.put_in)
        or changed(request, row, name, actions.rename, actions.named)
        or changed(request, row, publishing, actions.publish, done=done)
    ):
        return redirect("season-work", slug, season)
    now, last = reckon(row), row.publications.last()
    moved = moved_since(last, now) if last else []
    path = row.get_absolute_url()
    mail = mail_text(now, moved, for_phones(request, path) or request.build_absolute_uri(path))
    asked = {"form": name, "events_form": events, "publish_form": publishing, "remove_form": removal}
    given = {"season": row, "now": now, "last_published": last, "moved": moved, "mail": mail}
    return page(request, "work", row.club, **given, **asked)


@require_safe
def season_archive(request: StaffRequest, slug: str, season: str) -> HttpResponse:
    """The season as a file, without its tournaments, which have archives of their own."""
    row = get_season(request, slug, season)
    headers = {"Content-Disposition": f'attachment; filename="{row.slug}-season.json"'}
    return HttpResponse(as_file(row), content_type="application/json", headers=headers)


@require_http_methods(["GET", "HEAD", "POST"])
def season_restore(request: StaffRequest, slug: str) -> HttpResponse:
    club = get_club(request, slug)
    form = FileForm(posted(request), request.FILES or None)
    if form.is_valid():
        with refusals_in(form):
            content, stamp = form.cleaned_data["file"].read(), form.cleaned_data["stamp"]
            made, missing = restore(club, content, by=request.user, stamp=stamp)
            if missing:
                sentence = _(
                    "These tournaments of the season are not here: %(missing)s. Restore them, then put them in."
                )
                messages.warning(request, sentence % {"missing": ", ".join(missing)})
            return redirect("season-work", slug, made.slug)
    return page(request, "restore", club, form=form)


@require_http_methods(["GET", "HEAD", "POST"])
def season_rule_change(request: StaffRequest, slug: str, season: str) -> HttpResponse:
    row = get_season(request, slug, season)
    form = RuleForm(posted(request), base=row.versions.order_by("-pk")[0].read, season=row)

    if changed(request, row, form, actions.set_rule, actions.ruled):
        return redirect("season-rule", slug, season)
    return page(request, "rule_change", row.club, season=row, rule_form=form)


@require_http_methods(["GET", "HEAD", "POST"])
def season_people(request: StaffRequest, slug: str, season: str) -> HttpResponse:
    row = get_season(request, slug, season)
    form = PeopleForm(posted(request), season=row)

    if changed(request, row, form, actions.set_people, actions.listed):
        return redirect("season-people", slug, season)
    return page(request, "people", row.club, season=row, form=form)
