from django.urls import path

from scoring.today import views

urlpatterns = [
    path("t/<slug:slug>/manage/", views.manage, name="manage"),
]
