from django.urls import path

from tournament.people import views

urlpatterns = [
    path("clubs/<slug:slug>/people/", views.people, name="club-people"),
    path("clubs/<slug:slug>/people/<int:person>/", views.person, name="person"),
    path("clubs/<slug:slug>/people/<int:person>/merge/<int:other>/", views.person_merge, name="person-merge"),
    path("clubs/<slug:slug>/people/<int:person>/apart/", views.person_apart, name="person-apart"),
]
