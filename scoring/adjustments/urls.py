from django.urls import path

from scoring.adjustments import views

urlpatterns = [
    path("t/<slug:slug>/adjustments/", views.adjustments, name="adjustments"),
    path(
        "t/<slug:slug>/adjustments/<int:adjustment>/cancel/",
        views.adjustment_cancel,
        name="adjustment-cancel",
    ),
]
