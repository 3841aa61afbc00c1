from django.urls import path

from scoring.complaints import views

urlpatterns = [
    path("t/<slug:slug>/complaints/", views.complaints, name="complaints"),
    path(
        "t/<slug:slug>/complaints/<int:complaint>/take-back/",
        views.complaint_take_back,
        name="complaint-take-back",
    ),
]
