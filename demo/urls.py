from django.urls import path

from demo import views

urlpatterns = [
    path("demonstration/", views.look_around, name="look-around"),
    path("demonstration/again/", views.begin_again, name="demonstration-again"),
]
