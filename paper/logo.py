"""The page of a club's logo, for directors, and the picture itself."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from paper.club_pictures import LOGO, remove_picture, set_picture
from paper.forms import LogoForm
from paper.models import ClubLogo
from tournament.access import StaffRequest, get_club
from tournament.forms import place_faults
from tournament.refused import Refused
from tournament.stamps import stamp_of


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: StaffRequest, slug: str) -> HttpResponse:
    """The logo and a form for another one; `do=remove` takes it away."""
    club = get_club(request, slug)
    form, status = LogoForm(), 200
    if request.method == "POST" and request.POST.get("do") == "remove":
        remove_picture(LOGO, club, by=request.user, stamp=stamp_of(request.POST))
        return redirect("club-logo", slug)
    if request.method == "POST":
        form, status = LogoForm(request.POST, request.FILES), 422
        if form.is_valid():
            content, stamp = form.cleaned_data["picture"].read(), form.cleaned_data["stamp"]
            try:
                set_picture(LOGO, club, content=content, by=request.user, stamp=stamp)
                return redirect("club-logo", slug)
            except Refused as refused:
                place_faults(form, refused)
                status = refused.status
    logo = ClubLogo.objects.filter(club=club).only("at").first()
    return render(request, "paper/logo.html", {"club": club, "form": form, "logo": logo}, status=status)


@require_safe
def picture(request: StaffRequest, slug: str) -> HttpResponse:
    logo = ClubLogo.objects.filter(club=get_club(request, slug)).first()
    if logo is None:
        raise Http404(_("This club has no logo."))
    return HttpResponse(bytes(logo.content), content_type=f"image/{logo.kind}")
