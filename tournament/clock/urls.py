from django.urls import path

from tournament.clock import views

urlpatterns = [
    path("t/<slug:slug>/rounds/<int:number>/clock/", views.turn_clock, name="clock"),
    path("t/<slug:slug>/starting-times/", views.starting_times, name="starting-times"),
    path("t/<slug:slug>/clock/", views.clock_page, name="clock-page"),
    path("t/<slug:slug>/clock.json", views.clock_now, name="clock-now"),
]
