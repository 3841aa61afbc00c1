from django.urls import path

from scoring.raffle import views

urlpatterns = [
    path("t/<slug:slug>/raffles/", views.raffles, name="raffles"),
    path("t/<slug:slug>/raffles/screen/", views.raffle_screen, name="raffle-screen"),
    path("t/<slug:slug>/raffles/<int:raffle>/draw/", views.raffle_draw, name="raffle-draw"),
    path("t/<slug:slug>/raffles/<int:raffle>/remove/", views.raffle_remove, name="raffle-remove"),
]
