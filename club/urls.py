from django.contrib.auth.views import LogoutView
from django.urls import include, path

from club.accounts import joining, signing_in
from club.accounts import views as accounts
from club.bars import views as bars
from club.front_page import views as front_page
from club.profiles import views as profiles
from club.rights import views as rights

CLUB = [
    path("", accounts.club, name="club"),
    path("invitations/", joining.invitations_page, name="invitations"),
    path("invitations/<int:invitation>/back/", joining.invitation_take_back, name="invitation-take-back"),
    path("members/", accounts.member_add, name="member-add"),
    path("members/<int:member>/role/", accounts.member_role, name="member-role"),
    path("members/<int:member>/remove/", accounts.member_remove, name="member-remove"),
    path("members/<int:member>/password/", accounts.member_password, name="member-password"),
    path("bars/", bars.club_bars, name="club-bars"),
    path("bars/add/", bars.bar_add, name="bar-add"),
    path("bars/<int:bar>/lift/", bars.bar_lift, name="bar-lift"),
    path("profiles/", profiles.house_list, name="house-profiles"),
    path("profiles/new/<slug:system>/", profiles.house_new, name="house-new"),
    path("profiles/<int:house>/", profiles.house_profile, name="house-profile"),
    path("profiles/<int:house>/rules/<slug:rule>/", profiles.house_rule, name="house-rule"),
    path(
        "profiles/<int:house>/withdraw/", profiles.house_offer, {"is_offered": False}, name="house-withdraw"
    ),
    path(
        "profiles/<int:house>/bring-back/",
        profiles.house_offer,
        {"is_offered": True},
        name="house-bring-back",
    ),
    path("people/<int:person>/stored/", rights.person_stored, name="person-stored"),
    path("people/<int:person>/stored.json", rights.person_stored_file, name="person-stored-file"),
    path("people/<int:person>/erase/", rights.person_erase, name="person-erase"),
    path("accounts/", rights.former, name="former-accounts"),
    path("accounts/<int:account>/", rights.account_stored, name="account-stored"),
    path("accounts/<int:account>/stored.json", rights.account_stored_file, name="account-stored-file"),
]

urlpatterns = [
    path("", front_page.home, name="home"),
    path("start/", front_page.start_club, name="start-club"),
    path("start/<str:key>/", front_page.start_club, name="start-club-by-link"),
    path("this-program/", front_page.this_program, name="this-program"),
    path("this-program/hall/", front_page.hall, name="this-program-hall"),
    path("this-program/archives/", front_page.archives, name="this-program-archives"),
    path("this-program/stop/", front_page.stop, name="this-program-stop"),
    path("doctor/", accounts.doctor, name="doctor"),
    path("what-is-public/", rights.what_is_public, name="what-is-public"),
    path("sign-in/", signing_in.SignInView.as_view(), name="sign-in"),
    path("sign-in/code/", signing_in.sign_in_code, name="sign-in-code"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("password/new/<str:whose>/<str:token>/", signing_in.new_password, name="new-password"),
    path("password/", signing_in.password_change, name="password-change"),
    path("password/second-step/", signing_in.second_step_page, name="second-step"),
    path("password/second-step/off/", signing_in.second_step_off, name="second-step-off"),
    path("password/me/", joining.own_page, name="own-page"),
    path("password/me/sign-out/", joining.sign_out_everywhere, name="sign-out-everywhere"),
    path("password/stored.json", rights.own_stored_file, name="own-stored-file"),
    path("join/", joining.join, name="join"),
    path("clubs/<slug:slug>/", include(CLUB)),
]
