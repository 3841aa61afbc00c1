from django.urls import path

from scoring.results import views

urlpatterns = [
    path("t/<slug:slug>/results/", views.results, name="results"),
    path("t/<slug:slug>/results/picture.svg", views.results_picture, name="results-picture"),
    path("t/<slug:slug>/results.json", views.results_json, name="results-json"),
    path("t/<slug:slug>/prizes.csv", views.prizes_file, {"kind": "csv"}, name="prizes-csv"),
    path("t/<slug:slug>/prizes.xlsx", views.prizes_file, {"kind": "xlsx"}, name="prizes-xlsx"),
    path("t/<slug:slug>/master-points/", views.master_points_report, name="master-points"),
    path("t/<slug:slug>/final-report/", views.final_report, name="final-report"),
]
