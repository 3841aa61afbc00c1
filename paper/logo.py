from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from club.access import Request, StaffRequest, get_club
from club.models import Club
from live.published import published
from paper.club_pictures import LOGO, Use, remove_picture, set_picture
from paper.forms import LogoForm, PictureForm
from paper.models import ClubLogo
from record.answering import refusals_in, status_of
from record.stamps import stamp_of
from tournament.access import get_tournament


def changed(request: StaffRequest, use: Use, club: Club, form: PictureForm) -> bool:
    """Whether the picture was replaced by the one sent, or taken away (`do=remove`); the form has what was refused."""
    if request.method == "POST" and request.POST.get("do") == "remove":
        remove_picture(use, club, by=request.user, stamp=stamp_of(request.POST))
        return True
    if form.is_valid():
        content, stamp = form.cleaned_data["picture"].read(), form.cleaned_data["stamp"]
        with refusals_in(form):
            set_picture(use, club, content=content, by=request.user, stamp=stamp)
            return True
    return False


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: StaffRequest, slug: str) -> HttpResponse:
    club = get_club(request, slug)
    form = LogoForm(*((request.POST, request.FILES) if request.method == "POST" else ()))
    if changed(request, LOGO, club, form):
        return redirect("club-logo", slug)
    context = {"club": club, "form": form, "logo": ClubLogo.objects.filter(club=club).only("at").first()}
    return render(request, "paper/logo.html", context, status=status_of(form))


@require_safe
def picture(request: StaffRequest, slug: str) -> HttpResponse:
    return answer(get_club(request, slug))


@require_safe
@published
def picture_for_all(request: Request, slug: str) -> HttpResponse:
    return answer(get_tournament(request, slug, may="watch").club)


def answer(club: Club) -> HttpResponse:
    logo = get_object_or_404(ClubLogo, club=club)
    return HttpResponse(bytes(logo.content), content_type=f"image/{logo.kind}")
