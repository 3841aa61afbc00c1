from django.urls import path

from tournament.archive import views

urlpatterns = [
    path("t/<slug:slug>/archives/", views.archives, name="archives"),
    path("t/<slug:slug>/archives/now/", views.archive_download, name="archive-download"),
    path("t/<slug:slug>/archives/rehearse/", views.archive_rehearse, name="archive-rehearse"),
    path("t/<slug:slug>/archives/<int:archive>/", views.archive_stored, name="archive-stored"),
    path("t/<slug:slug>/archives/<int:archive>/go-back/", views.archive_go_back, name="archive-go-back"),
    path("clubs/<slug:slug>/restore/", views.archive_upload, name="archive-upload"),
    path("clubs/<slug:slug>/restore/<slug:upload_name>/", views.archive_preview, name="archive-preview"),
]
