"""Addresses of the chief referee's pages, of final positions from paper and of the badges, below
`/organise/`."""

from django.urls import path

from referee.views import (
    backups,
    badges,
    chief,
    chief_actions,
    chief_codes,
    chief_correct,
    chief_results,
    chief_revise,
    chief_stream,
    collected,
    control,
    position,
)

app_name = "chief"
urlpatterns = [
    path("<slug:slug>/chief/", chief.event, name="event"),
    path("<slug:slug>/chief/live", chief_stream.chief_stream, name="live"),
    path("<slug:slug>/control/", control.control, name="control"),
    path("<slug:slug>/backups/", backups.backups, name="backups"),
    path("<slug:slug>/backups/save/", backups.save, name="save-backup"),
    path("<slug:slug>/backups/state/", backups.state, name="backup-state"),
    path("<slug:slug>/backups/<str:name>/back/", backups.go_back, name="go-back"),
    path("restore/", backups.restore, name="restore"),
    path("restore/state/", backups.restore_state, name="restore-state"),
    path("<slug:slug>/backups/<str:name>/", backups.download, name="backup"),
    path("<slug:slug>/badges/", badges.badges, name="badges"),
    path("<slug:slug>/chief/codes/", chief_codes.overview, name="codes"),
    path("<slug:slug>/chief/codes/sheet/", chief_codes.sheet, name="sheet"),
    path("<slug:slug>/chief/codes/revoke/", chief_codes.revoke_all, name="revoke_codes"),
    path(
        "<slug:slug>/r/<number:number>/<number:table>/position/", position.position, name="position"
    ),
    path("<slug:slug>/corrections/", collected.collected_corrections, name="collected"),
    path(
        "<slug:slug>/r/<number:number>/<number:table>/sheet/collect/",
        collected.collect_sheet,
        name="collect_sheet",
    ),
    path("chief/codes/<number:code>/revoke/", chief_codes.revoke, name="revoke_code"),
    path("chief/tables/<number:table>/pair/", chief_actions.pair, name="pair"),
    path("chief/tables/<number:table>/results/", chief_results.results, name="results"),
    path("chief/games/<uuid:game>/", chief.game, name="game"),
    path("chief/games/<uuid:game>/pairing/", chief_actions.pairing_state, name="pairing"),
    path("chief/games/<uuid:game>/discard/", chief_revise.discard_all, name="discard"),
    path("chief/games/<uuid:game>/rule/", chief_actions.log_ruling, name="rule"),
    path("chief/games/<uuid:game>/answer/", chief_actions.answer_for_player, name="answer"),
    path("chief/games/<uuid:game>/revise/<number:seq>/", chief_revise.revise, name="revise"),
    path("chief/games/<uuid:game>/correct/<number:seq>/", chief_correct.correct, name="correct"),
    path("chief/games/<uuid:game>/ask/", chief_correct.ask, name="ask"),
    path("chief/devices/<uuid:device>/revoke/", chief_actions.revoke, name="revoke"),
    path("chief/calls/<uuid:call>/", chief_actions.answer_call, name="call"),
    path("chief/set-aside/<uuid:entry>/", chief_revise.set_aside, name="set_aside"),
]
