from django.urls import path

from tournament.check_in import views

urlpatterns = [
    path("t/<slug:slug>/check-in/", views.check_in, name="check-in"),
    path("t/<slug:slug>/check-in/found/", views.check_in_found, name="check-in-found"),
    path("t/<slug:slug>/check-in/walk-in/", views.walk_in, name="walk-in"),
    path("t/<slug:slug>/check-in/<int:number>/", views.check_in_player, name="check-in-player"),
    path("t/<slug:slug>/check-in/<int:number>/undo/", views.check_in_undo, name="check-in-undo"),
]
