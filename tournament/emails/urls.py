"""The address with which a player ends mailings."""

from django.urls import path

from tournament.emails import views

urlpatterns = [
    path("unsubscribe/<str:token>/", views.unsubscribe, name="unsubscribe"),
]
