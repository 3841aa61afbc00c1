from django.urls import path

from tournament.draw import views

urlpatterns = [
    path("t/<slug:slug>/seating/", views.seating_page, name="seating"),
    path("t/<slug:slug>/seating/choose/", views.choose, name="seating-choose"),
    path("t/<slug:slug>/seating/draw/", views.draw, name="draw"),
    path("t/<slug:slug>/seating/draw/look/", views.draw_again, name="draw-look"),
    path("t/<slug:slug>/seating/keep-apart/", views.keep_apart, name="keep-apart"),
    path("t/<slug:slug>/seating/keep-apart/remove/", views.keep_apart_no_more, name="keep-apart-remove"),
    path("t/<slug:slug>/seating/fixed-table/", views.fix_table, name="fixed-table"),
]
