from django.urls import path

from tournament.doctor import views

urlpatterns = [path("doctor/", views.doctor, name="doctor")]
