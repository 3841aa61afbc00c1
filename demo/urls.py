from django.urls import path

from demo import views

urlpatterns = [
    path("tour/close/", views.close, name="tour-close"),
]
