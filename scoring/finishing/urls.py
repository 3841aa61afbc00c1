from django.urls import path

from scoring.finishing import report_views, views

urlpatterns = [
    path("t/<slug:slug>/finish/", views.finish, name="finish"),
    path("t/<slug:slug>/finish/window/", views.window, name="correction-window"),
    path("t/<slug:slug>/reported/<int:number>/", report_views.reported, name="reported"),
    path(
        "t/<slug:slug>/finish/reported/<int:report>/",
        report_views.reported_answer,
        name="reported-answer",
    ),
    path("t/<slug:slug>/finish/take-back/", views.take_back, name="finish-take-back"),
]
