from django.urls import path

from scoring.bonus import views

urlpatterns = [
    path("t/<slug:slug>/bonus/", views.bonus_rounds, name="bonus"),
    path("t/<slug:slug>/bonus/<int:bonus>/counts/", views.bonus_counts, name="bonus-counts"),
    path("t/<slug:slug>/bonus/<int:bonus>/take-away/", views.bonus_take_away, name="bonus-take-away"),
]
