from django.urls import path

from tournament.values import views

urlpatterns = [
    path("t/<slug:slug>/values/", views.value_table, name="value-table"),
]
