"""Addresses of the tournament's pages."""

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
from tournament.draws.views import drawing as organise_draw
from tournament.draws.views import late_arrivals
from tournament.events.settings import new_event
from tournament.events.settings import views as settings_pages
from tournament.events.views import announcements, calling_off, deleting
from tournament.overview.views import organise
from tournament.overview.views import round as organise_round
from tournament.penalties import views as penalties
from tournament.people.views import (
    check_in,
    merging,
    personal_links,
    player_lists,
    qr_reader,
    register,
    registrations,
)
from tournament.people.views import players as people
from tournament.personal import views as personal
from tournament.practice import views as practice
from tournament.public.views import (
    draw_certificate,
    embed,
    feed,
    hall,
    oembed,
    preview,
    rules,
    screen,
    standings_pages,
)
from tournament.public.views import pages as public
from tournament.results.views import paper
from tournament.rounds.views import clock
from tournament.rounds.views import start as round_start
from tournament.standings.views import finals, reveal

app_name = "tournament"
urlpatterns = [
    path("", public.events, name="events"),
    path("language/", public.language, name="language"),
    path("e/<slug:slug>/", public.event, name="event"),
    path("e/<slug:slug>/embed/", embed.embed, name="embed"),
    path("e/<slug:slug>/feed.atom", feed.feed, name="feed"),
    path("e/<slug:slug>/preview.png", preview.preview, name="preview"),
    path("oembed", oembed.oembed, name="oembed"),
    path("qr/<str:name>", qr_reader.qr_reader, name="qr-reader"),
    path("e/<slug:slug>/seats/", public.seats, name="seats"),
    path("e/<slug:slug>/screen/", screen.screen, name="screen"),
    path("e/<slug:slug>/hall/", hall.hall, name="hall"),
    path("e/<slug:slug>/register/", register.page, name="register"),
    path("e/<slug:slug>/register/sent/", register.registration_sent, name="registration-sent"),
    path("e/<slug:slug>/register/stored/", register.stored_data, name="registration-stored"),
    path("e/<slug:slug>/register/<str:token>/", register.registration, name="registration"),
    path("e/<slug:slug>/rules/", rules.rules, name="rules"),
    path("e/<slug:slug>/roles/", standings_pages.roles, name="roles"),
    path("e/<slug:slug>/roles/<number:number>/", standings_pages.roles, name="roles-page"),
    path("e/<slug:slug>/teams/", standings_pages.teams, name="teams"),
    path("e/<slug:slug>/teams/<number:number>/", standings_pages.teams, name="teams-page"),
    path("e/<slug:slug>/players/", standings_pages.players, name="players"),
    path("e/<slug:slug>/r/<number:number>/", public.round_, name="round"),
    path("e/<slug:slug>/r/<number:number>/draw/", draw_certificate.draw, name="draw"),
    path(
        "e/<slug:slug>/r/<number:number>/draw/problem.json",
        draw_certificate.part,
        {"part": "problem"},
        name="draw-problem",
    ),
    path(
        "e/<slug:slug>/r/<number:number>/draw/draw.json",
        draw_certificate.part,
        {"part": "draw"},
        name="draw-draw",
    ),
    path(
        "e/<slug:slug>/draws/<str:commitment>.json", draw_certificate.opening, name="draw-opening"
    ),
    path("me/<str:token>/", personal.me, name="me"),
    path("my-data/<str:token>/", personal.my_data, name="my-data"),
    path("organise/", organise.events, name="organise"),
    path("organise/new/", new_event.new_event, name="new-event"),
    path("organise/practice/", practice.make, name="new-practice"),
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
    path("organise/<slug:slug>/", organise.event, name="organise-event"),
    path("organise/<slug:slug>/call-off/", calling_off.call_off, name="call-off"),
    path("organise/<slug:slug>/delete/", deleting.delete, name="delete-event"),
    path("organise/<slug:slug>/delete-practice/", practice.delete, name="delete-practice"),
    path("organise/<slug:slug>/settings/", settings_pages.settings, name="settings"),
    path("organise/<slug:slug>/settings/<slug:code>/", settings_pages.step, name="settings-step"),
    path("organise/<slug:slug>/results/", paper.results, name="results"),
    path("organise/<slug:slug>/r/<number:number>/<number:table>/sheet/", paper.sheet, name="sheet"),
    path(
        "organise/<slug:slug>/r/<number:number>/<number:table>/sheet/confirm/",
        paper.confirm,
        name="confirm-sheet",
    ),
    path(
        "organise/<slug:slug>/r/<number:number>/<number:table>/sheet/reject/",
        paper.reject,
        name="reject-sheet",
    ),
    path("organise/<slug:slug>/penalties/", penalties.penalties, name="penalties"),
    path("organise/<slug:slug>/penalties/give/", penalties.give, name="give-penalty"),
    path("organise/<slug:slug>/penalties/<number:key>/", penalties.step, name="penalty-step"),
    path("organise/<slug:slug>/finals/", finals.finals, name="finals"),
    path("organise/<slug:slug>/finals/<number:number>/", finals.step, name="finals-step"),
    path("organise/<slug:slug>/reveal/", reveal.reveal, name="reveal"),
    path("organise/<slug:slug>/reveal/freeze/", reveal.freeze, name="freeze"),
    path("organise/<slug:slug>/reveal/step/", reveal.step, name="reveal-step"),
    path("organise/<slug:slug>/reveal/show/", reveal.show, name="show-results"),
    path("organise/<slug:slug>/staff/", members.members, name="members"),
    path("organise/<slug:slug>/staff/<number:key>/role/", members.change_role, name="change-role"),
    path("organise/<slug:slug>/staff/<number:key>/remove/", members.remove, name="remove-member"),
    path(
        "organise/<slug:slug>/invitations/<number:key>/withdraw/",
        members.withdraw,
        name="withdraw-invitation",
    ),
    path("organise/<slug:slug>/check-in/", check_in.check_in, name="check-in"),
    path("organise/<slug:slug>/check-in/scan/", check_in.scan, name="check-in-scan"),
    path("organise/<slug:slug>/check-in/tap/", check_in.tap, name="check-in-tap"),
    path("organise/<slug:slug>/check-in/absent/", check_in.handle_absent, name="check-in-absent"),
    path("organise/<slug:slug>/check-in/deadline/", check_in.deadline, name="check-in-deadline"),
    path("organise/<slug:slug>/check-in/late/", late_arrivals.late_arrivals, name="late-arrivals"),
    path("organise/<slug:slug>/check-in/late/seat/", late_arrivals.change_seat, name="change-seat"),
    path("organise/<slug:slug>/players/", people.players, name="organise-players"),
    path("organise/<slug:slug>/players/add/", people.add, name="add-player"),
    path("organise/<slug:slug>/players/apart/", people.players_apart, name="players-apart"),
    path("organise/<slug:slug>/players/apart/allow/", people.allow_pair, name="players-together"),
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
        "organise/<slug:slug>/players/registrations/step/",
        registrations.step,
        name="registration-step",
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
    path("organise/<slug:slug>/players/export/", merging.export, name="export-players"),
    path("organise/<slug:slug>/players/merge/", merging.merge, name="merge-players"),
    path("organise/<slug:slug>/players/import/", player_lists.players, name="import-players"),
    path("organise/<slug:slug>/players/<number:key>/", people.edit, name="edit-player"),
    path("organise/<slug:slug>/players/<number:key>/step/", people.step, name="player-step"),
    path("organise/<slug:slug>/players/<number:key>/link/", people.link, name="link-player"),
    path("organise/<slug:slug>/announcements/", announcements.announcements, name="announcements"),
    path(
        "organise/<slug:slug>/announcements/<number:key>/",
        announcements.step,
        name="announcement",
    ),
    path("organise/<slug:slug>/publish/", organise_round.publish_event, name="publish-event"),
    path("organise/<slug:slug>/r/<number:number>/", organise_round.round_, name="organise-round"),
    path(
        "organise/<slug:slug>/r/<number:number>/publishing/",
        organise_round.change_publication,
        name="round-publishing",
    ),
    path(
        "organise/<slug:slug>/r/<number:number>/timing/",
        organise_round.move_clock,
        name="round-timing",
    ),
    path(
        "organise/<slug:slug>/r/<number:number>/results/",
        organise_round.results,
        name="round-results",
    ),
    path(
        "organise/<slug:slug>/r/<number:number>/begins/", round_start.announce, name="round-start"
    ),
    path("organise/<slug:slug>/r/<number:number>/clear/", organise_round.clear, name="round-clear"),
    path("organise/<slug:slug>/r/<number:number>/draw/", organise_draw.draw, name="organise-draw"),
    path("organise/<slug:slug>/r/<number:number>/draw/swap/", organise_draw.swap, name="swap"),
    path(
        "organise/<slug:slug>/r/<number:number>/draw/keep/", organise_draw.keep, name="keep-seats"
    ),
    path(
        "organise/<slug:slug>/r/<number:number>/draw/start/", organise_draw.start, name="start-draw"
    ),
    path("organise/<slug:slug>/r/<number:number>/draw/stop/", organise_draw.stop, name="stop-draw"),
    path(
        "organise/<slug:slug>/r/<number:number>/draw/state/", organise_draw.state, name="draw-state"
    ),
    path("organise/<slug:slug>/r/<number:number>/clock/", clock.clock, name="clock"),
    path("organise/<slug:slug>/r/<number:number>/clock/extra/", clock.extra, name="clock-extra"),
]
