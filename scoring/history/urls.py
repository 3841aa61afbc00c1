from django.urls import path

from scoring.history import views

urlpatterns = [
    path("t/<slug:slug>/history/", views.history, name="history"),
    path("t/<slug:slug>/history/<int:number>/", views.history_round, name="history-round"),
]
