from django.contrib.auth.views import LogoutView
from django.urls import path

from tournament.clubs import joining, signing_in, views

urlpatterns = [
    path("", views.home, name="home"),
    path("sign-in/", signing_in.SignIn.as_view(), name="sign-in"),
    path("sign-in/code/", signing_in.sign_in_code, name="sign-in-code"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("password/", signing_in.password_change, name="password-change"),
    path("password/second-step/", signing_in.second_step_page, name="second-step"),
    path("password/second-step/off/", signing_in.second_step_off, name="second-step-off"),
    path("password/sign-ins/", joining.own_page, name="own-sign-ins"),
    path("password/sign-ins/out/", joining.sign_out_everywhere, name="sign-out-everywhere"),
    path("join/", joining.join, name="join"),
    path("clubs/<slug:slug>/invitations/", joining.invitations_page, name="invitations"),
    path(
        "clubs/<slug:slug>/invitations/<int:invitation>/back/",
        joining.invitation_take_back,
        name="invitation-take-back",
    ),
    path("clubs/<slug:slug>/", views.club, name="club"),
    path("clubs/<slug:slug>/sign-ins/", views.sign_ins, name="club-sign-ins"),
    path("clubs/<slug:slug>/members/", views.member_add, name="member-add"),
    path("clubs/<slug:slug>/members/<int:member>/role/", views.member_role, name="member-role"),
    path("clubs/<slug:slug>/members/<int:member>/remove/", views.member_remove, name="member-remove"),
    path("clubs/<slug:slug>/members/<int:member>/password/", views.member_password, name="member-password"),
]
