from django.urls import path

from scoring.ceremony import views

urlpatterns = [
    path("t/<slug:slug>/ceremony/", views.ceremony, name="ceremony"),
    path("t/<slug:slug>/ceremony/begin/", views.ceremony_begin, name="ceremony-begin"),
    path("t/<slug:slug>/ceremony/step/", views.ceremony_step, name="ceremony-step"),
    path("t/<slug:slug>/ceremony/screen/", views.ceremony_screen, name="ceremony-screen"),
]
