"""Addresses of the tournament's pages."""

from django.urls import path

from tournament.sign_in.pages import change_password, sign_in, sign_out
from tournament.views import (
    check_in,
    clock,
    draw_certificate,
    embed,
    feed,
    late_arrivals,
    members,
    merging,
    oembed,
    organise,
    organise_draw,
    organise_round,
    paper,
    people,
    player_lists,
    preview,
    public,
    reveal,
    rules,
    screen,
    standings_pages,
)
from tournament.views.settings import new_event
from tournament.views.settings import pages as settings_pages

app_name = "tournament"
urlpatterns = [
    path("", public.events, name="events"),
    path("language/", public.language, name="language"),
    path("e/<slug:slug>/", public.event, name="event"),
    path("e/<slug:slug>/embed/", embed.embed, name="embed"),
    path("e/<slug:slug>/feed.atom", feed.feed, name="feed"),
    path("e/<slug:slug>/preview.png", preview.preview, name="preview"),
    path("oembed", oembed.oembed, name="oembed"),
    path("e/<slug:slug>/seats/", public.seats, name="seats"),
    path("e/<slug:slug>/screen/", screen.screen, name="screen"),
    path("e/<slug:slug>/rules/", rules.rules, name="rules"),
    path("e/<slug:slug>/roles/", standings_pages.roles, name="roles"),
    path("e/<slug:slug>/roles/<number:number>/", standings_pages.roles, name="roles-page"),
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
    path("organise/", organise.events, name="organise"),
    path("organise/new/", new_event.new_event, name="new-event"),
    path("organise/sign-in/", sign_in, name="sign-in"),
    path("organise/sign-out/", sign_out, name="sign-out"),
    path("organise/password/", change_password, name="password"),
    path("organise/join/<str:token>/", members.join, name="join"),
    path("organise/<slug:slug>/", organise.event, name="organise-event"),
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
    path("organise/<slug:slug>/check-in/tap/", check_in.tap, name="check-in-tap"),
    path("organise/<slug:slug>/check-in/absent/", check_in.absent, name="check-in-absent"),
    path("organise/<slug:slug>/check-in/deadline/", check_in.deadline, name="check-in-deadline"),
    path("organise/<slug:slug>/check-in/late/", late_arrivals.late_arrivals, name="late-arrivals"),
    path("organise/<slug:slug>/check-in/late/seat/", late_arrivals.change_seat, name="change-seat"),
    path("organise/<slug:slug>/players/", people.players, name="organise-players"),
    path("organise/<slug:slug>/players/add/", people.add, name="add-player"),
    path("organise/<slug:slug>/players/apart/", people.apart, name="players-apart"),
    path("organise/<slug:slug>/players/apart/allow/", people.together, name="players-together"),
    path("organise/<slug:slug>/players/export/", merging.export, name="export-players"),
    path("organise/<slug:slug>/players/merge/", merging.merge, name="merge-players"),
    path("organise/<slug:slug>/players/import/", player_lists.players, name="import-players"),
    path("organise/<slug:slug>/players/<number:key>/", people.edit, name="edit-player"),
    path("organise/<slug:slug>/players/<number:key>/step/", people.step, name="player-step"),
    path("organise/<slug:slug>/publish/", organise_round.publish_event, name="publish-event"),
    path("organise/<slug:slug>/r/<number:number>/", organise_round.round_, name="organise-round"),
    path(
        "organise/<slug:slug>/r/<number:number>/publishing/",
        organise_round.publishing,
        name="round-publishing",
    ),
    path(
        "organise/<slug:slug>/r/<number:number>/timing/",
        organise_round.timing,
        name="round-timing",
    ),
    path(
        "organise/<slug:slug>/r/<number:number>/results/",
        organise_round.results,
        name="round-results",
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
    path(
        "organise/<slug:slug>/r/<number:number>/draw/publish/",
        organise_draw.publish,
        name="publish",
    ),
    path("organise/<slug:slug>/r/<number:number>/clock/", clock.clock, name="clock"),
    path("organise/<slug:slug>/r/<number:number>/clock/step/", clock.step, name="clock-step"),
    path("organise/<slug:slug>/r/<number:number>/clock/extra/", clock.extra, name="clock-extra"),
]
