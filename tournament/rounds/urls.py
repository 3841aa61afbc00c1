from django.urls import path

from tournament.rounds import views

urlpatterns = [
    path("t/<slug:slug>/rounds/<int:number>/seated/", views.who_sits, name="round-seated"),
    path("t/<slug:slug>/rounds/", views.rounds, name="rounds"),
    path("t/<slug:slug>/rounds/<int:number>/", views.round_page, name="round"),
    path("t/<slug:slug>/rounds/<int:number>/publish/", views.publish, name="round-publish"),
    path("t/<slug:slug>/seats/<int:number>/", views.public_seating, name="round-seating"),
]
