from django.urls import path

from scoring.finishing import views

urlpatterns = [
    path("t/<slug:slug>/finish/", views.finish, name="finish"),
    path("t/<slug:slug>/finish/take-back/", views.take_back, name="finish-take-back"),
]
