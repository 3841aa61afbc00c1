from django.urls import path

from tournament.seat_changes import views

urlpatterns = [
    path("t/<slug:slug>/seating/changes/", views.seat_changes, name="seat-changes"),
    path("t/<slug:slug>/seating/plan-again/", views.again, name="plan-again"),
    path("t/<slug:slug>/seating/again/look/", views.plan_again_preview, name="plan-again-look"),
]
