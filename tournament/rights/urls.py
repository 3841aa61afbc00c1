from django.urls import path

from tournament.rights import views

urlpatterns = [
    path("what-is-public/", views.what_is_public, name="what-is-public"),
    path("clubs/<slug:slug>/people/<int:person>/stored/", views.person_stored, name="person-stored"),
    path(
        "clubs/<slug:slug>/people/<int:person>/stored.json",
        views.person_stored_file,
        name="person-stored-file",
    ),
    path("password/stored.json", views.own_stored_file, name="own-stored-file"),
    path("clubs/<slug:slug>/accounts/", views.former, name="former-accounts"),
    path("clubs/<slug:slug>/accounts/<int:account>/", views.account_stored, name="account-stored"),
    path(
        "clubs/<slug:slug>/accounts/<int:account>/stored.json",
        views.account_stored_file,
        name="account-stored-file",
    ),
    path("clubs/<slug:slug>/people/<int:person>/erase/", views.person_erase, name="person-erase"),
]
