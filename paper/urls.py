from django.urls import path

from paper import logo, views
from paper.seasons import season_sheet
from paper.share import results_png

urlpatterns = [
    path("t/<slug:slug>/results/picture.png", results_png, name="results-png"),
    path("t/<slug:slug>/results/logo/", logo.picture_for_all, name="results-logo"),
    path("clubs/<slug:slug>/logo/", logo.page, name="club-logo"),
    path("clubs/<slug:slug>/logo/picture/", logo.picture, name="club-logo-picture"),
    path("s/<slug:slug>/<slug:season>/print/<slug:paper>.pdf", season_sheet, name="season-sheet"),
    path("t/<slug:slug>/print/", views.centre, name="print-centre"),
    path("t/<slug:slug>/print/all/", views.print_all, name="print-all"),
    path("t/<slug:slug>/print/none/", views.no_paper, name="print-none"),
    path("t/<slug:slug>/print/fallback/", views.fallback, name="print-fallback"),
    path(
        "t/<slug:slug>/print/certificates/background/",
        views.certificate_background,
        name="certificate-background",
    ),
    path(
        "t/<slug:slug>/print/certificates/example.png",
        views.certificate_example,
        name="certificate-example",
    ),
    path("t/<slug:slug>/print/packs/<int:pack>/", views.pack, name="print-pack"),
    path("t/<slug:slug>/print/packs/<int:pack>/file.pdf", views.pack_file, name="print-pack-file"),
    path("t/<slug:slug>/print/<slug:sheet>/", views.sheet, name="print-sheet"),
    path("t/<slug:slug>/print/<slug:sheet>/page.png", views.picture, name="print-preview"),
]
