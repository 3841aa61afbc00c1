from django.urls import path

from tournament.categories import views

urlpatterns = [
    path("t/<slug:slug>/categories/", views.categories, name="categories"),
    path("t/<slug:slug>/categories/<int:category>/", views.category_change, name="category-change"),
    path("t/<slug:slug>/categories/<int:category>/remove/", views.category_remove, name="category-remove"),
]
