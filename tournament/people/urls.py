"""Addresses of registration, players and check-in."""

from django.urls import path

from tournament.people.views import (
    check_in,
    fees,
    merging,
    personal_links,
    player_lists,
    players,
    qr_reader,
    register,
    registrations,
)

urlpatterns = [
    path("qr/<str:name>", qr_reader.qr_reader, name="qr-reader"),
    path("e/<slug:slug>/register/", register.page, name="register"),
    path("e/<slug:slug>/register/sent/", register.registration_sent, name="registration-sent"),
    path("e/<slug:slug>/register/stored/", register.stored_data, name="registration-stored"),
    path("e/<slug:slug>/register/<str:token>/", register.registration, name="registration"),
    path("organise/<slug:slug>/check-in/", check_in.check_in, name="check-in"),
    path("organise/<slug:slug>/check-in/scan/", check_in.scan, name="check-in-scan"),
    path("organise/<slug:slug>/check-in/tap/", check_in.tap, name="check-in-tap"),
    path("organise/<slug:slug>/check-in/absent/", check_in.handle_absent, name="check-in-absent"),
    path("organise/<slug:slug>/check-in/deadline/", check_in.deadline, name="check-in-deadline"),
    path("organise/<slug:slug>/players/", players.players, name="organise-players"),
    path("organise/<slug:slug>/players/add/", players.add, name="add-player"),
    path("organise/<slug:slug>/players/fees/", fees.note, name="note-fee"),
    path("organise/<slug:slug>/players/apart/", players.players_apart, name="players-apart"),
    path("organise/<slug:slug>/players/apart/allow/", players.allow_pair, name="players-together"),
    path("organise/<slug:slug>/players/links/", personal_links.links, name="personal-links"),
    path("organise/<slug:slug>/players/reports/", personal_links.reports, name="player-reports"),
    path(
        "organise/<slug:slug>/players/reports/resolve/",
        personal_links.resolve,
        name="resolve-report",
    ),
    path(
        "organise/<slug:slug>/players/registrations/",
        registrations.registrations,
        name="registrations",
    ),
    path(
        "organise/<slug:slug>/players/registrations/enter-all/",
        registrations.enter_all,
        name="registrations-enter-all",
    ),
    path(
        "organise/<slug:slug>/players/registrations/step/",
        registrations.step,
        name="registration-step",
    ),
    path(
        "organise/<slug:slug>/players/registrations/close/",
        registrations.close,
        name="close-registration",
    ),
    path("organise/<slug:slug>/players/emails/", registrations.emails, name="player-emails"),
    path(
        "organise/<slug:slug>/players/emails/again/", registrations.resend_email, name="email-again"
    ),
    path(
        "organise/<slug:slug>/players/emails/returned/",
        registrations.mark_email_returned,
        name="email-returned",
    ),
    path("organise/<slug:slug>/players/merge/", merging.merge, name="merge-players"),
    path("organise/<slug:slug>/players/import/", player_lists.players, name="import-players"),
    path("organise/<slug:slug>/players/<number:key>/", players.edit, name="edit-player"),
    path("organise/<slug:slug>/players/<number:key>/step/", players.step, name="player-step"),
    path("organise/<slug:slug>/players/<number:key>/link/", players.link, name="link-player"),
]
