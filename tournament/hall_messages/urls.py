from django.urls import path

from tournament.hall_messages import views

urlpatterns = [
    path("t/<slug:slug>/messages/", views.hall_messages, name="hall-messages"),
    path(
        "t/<slug:slug>/messages/<int:message>/take-down/",
        views.hall_message_take_down,
        name="hall-message-take-down",
    ),
]
