from django.urls import path

from tournament.fees import views

urlpatterns = [
    path("t/<slug:slug>/fees/", views.fees, name="fees"),
    path("t/<slug:slug>/fees/set/", views.fee_set, name="fee-set"),
    path("t/<slug:slug>/fees/<int:number>/", views.fee, name="fee"),
    path("t/<slug:slug>/fees/<int:number>/own/", views.fee_own, name="fee-own"),
    path("t/<slug:slug>/fees/<int:number>/take-out/", views.fee_take_out, name="fee-take-out"),
]
