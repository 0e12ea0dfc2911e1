"""Addresses of signing in, accounts and members."""

from django.urls import path

from tournament.accounts.sign_in.confirmation import confirm_password
from tournament.accounts.sign_in.pages import change_password, sign_in, sign_out
from tournament.accounts.sign_in.second_step import second_step
from tournament.accounts.views import (
    email,
    forgotten,
    members,
    passkeys,
    password_by_email,
    sessions,
)
from tournament.accounts.views import pages as account

urlpatterns = [
    path("organise/sign-in/", sign_in, name="sign-in"),
    path("organise/sign-in/second/", second_step, name="second-step"),
    path("organise/sign-in/forgotten/", password_by_email.forgotten_password, name="forgotten"),
    path("organise/sign-in/forgotten/sent/", password_by_email.link_sent, name="forgotten-sent"),
    path("organise/sign-in/forgotten/here/", forgotten.on_this_machine, name="new-password-here"),
    path(
        "organise/sign-in/new/<str:account>/<str:token>/",
        password_by_email.new_password,
        name="new-password",
    ),
    path("organise/sign-in/passkey/", passkeys.sign_in, name="passkey-sign-in"),
    path("organise/sign-in/passkey/ask/", passkeys.ask_to_sign, name="passkey-ask"),
    path("organise/sign-out/", sign_out, name="sign-out"),
    path("organise/password/", change_password, name="password"),
    path("organise/account/", account.account, name="account"),
    path("organise/account/confirm/", confirm_password, name="confirm-password"),
    path("organise/account/name/", account.rename, name="rename-account"),
    path("organise/account/later/", account.postpone_second_factor, name="second-factor-later"),
    path("organise/account/email/", email.change, name="change-email"),
    path("organise/account/email/<str:token>/", email.confirm, name="confirm-email"),
    path("organise/account/app/", account.set_up_app, name="set-up-app"),
    path("organise/account/app/remove/", account.remove_app, name="remove-app"),
    path("organise/account/recovery/", account.new_recovery_codes, name="new-recovery-codes"),
    path("organise/account/passkeys/", passkeys.make, name="make-passkey"),
    path("organise/account/passkeys/ask/", passkeys.ask_to_make, name="ask-to-make-passkey"),
    path("organise/account/passkeys/<number:key>/remove/", passkeys.remove, name="remove-passkey"),
    path("organise/account/sessions/<number:key>/end/", sessions.end, name="end-session"),
    path("organise/account/sessions/end/", sessions.end_others, name="end-other-sessions"),
    path("organise/join/<str:token>/", members.join, name="join"),
    path("organise/<slug:slug>/staff/", members.members, name="members"),
    path("organise/<slug:slug>/staff/<number:key>/role/", members.change_role, name="change-role"),
    path("organise/<slug:slug>/staff/<number:key>/remove/", members.remove, name="remove-member"),
    path(
        "organise/<slug:slug>/invitations/<number:key>/withdraw/",
        members.withdraw,
        name="withdraw-invitation",
    ),
]
