from django.urls import path

from tournament.players import views

urlpatterns = [
    path("t/<slug:slug>/players/", views.entries, name="entries"),
    path("t/<slug:slug>/players/new/", views.entry_new, name="entry-new"),
    path("t/<slug:slug>/players/alike/", views.people_alike, name="people-alike"),
    path("t/<slug:slug>/players/<int:number>/", views.entry_edit, name="entry-edit"),
    *(
        path(
            f"t/<slug:slug>/players/<int:number>/{change}/",
            views.entry_state,
            {"change": change},
            name=f"entry-{change}",
        )
        for change in views.CHANGES
    ),
]
