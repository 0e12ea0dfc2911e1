"""Addresses of the chief referee’s pages, below `/organise/`.

The addresses of final positions from paper are here too.
"""

from django.urls import path

from referee.archives import views as archives
from referee.backups import views as backups
from referee.chief.views import (
    actions,
    codes,
    collected,
    correct,
    now,
    pages,
    position,
    results,
    revise,
    stream,
)
from referee.fairness import views as fairness
from referee.records import views as records
from referee.uploads import views as uploads

app_name = "chief"
urlpatterns = [
    path("<slug:slug>/chief/live", stream.chief_stream, name="live"),
    path("<slug:slug>/now/", now.now, name="now"),
    path("<slug:slug>/fairness/", fairness.fairness, name="fairness"),
    path("<slug:slug>/fairness/stop/", fairness.stop, name="stop-fairness"),
    path("<slug:slug>/fairness/state/", fairness.state, name="fairness-state"),
    path("<slug:slug>/backups/", backups.backups, name="backups"),
    path("<slug:slug>/backups/uploads/", uploads.uploads, name="uploads"),
    path("<slug:slug>/backups/save/", backups.save, name="save-backup"),
    path("<slug:slug>/backups/state/", backups.state, name="backup-state"),
    path("<slug:slug>/backups/<str:name>/back/", backups.go_back, name="go-back"),
    path("restore/", backups.restore, name="restore"),
    path("restore/state/", backups.restore_state, name="restore-state"),
    path("<slug:slug>/backups/<str:name>/", backups.download, name="backup"),
    path("<slug:slug>/downloads/archive.zip", archives.download, name="archive"),
    path("<slug:slug>/downloads/archive/make/", archives.make, name="make-archive"),
    path("<slug:slug>/downloads/archive/stop/", archives.cancel, name="cancel-archive"),
    path("<slug:slug>/downloads/archive/state/", archives.state, name="archive-state"),
    path("<slug:slug>/downloads/site.zip", archives.download, {"site": True}, name="site"),
    path("<slug:slug>/downloads/site/make/", archives.make, {"site": True}, name="make-site"),
    path("<slug:slug>/downloads/site/stop/", archives.cancel, {"site": True}, name="cancel-site"),
    path("<slug:slug>/downloads/site/state/", archives.state, {"site": True}, name="site-state"),
    path("<slug:slug>/downloads/records.zip", records.archive, name="records"),
    path("<slug:slug>/chief/codes/", codes.overview, name="codes"),
    path("<slug:slug>/chief/codes/sheet/", codes.sheet, name="sheet"),
    path("<slug:slug>/chief/codes/revoke/", codes.revoke_all, name="revoke_codes"),
    path(
        "<slug:slug>/r/<number:number>/<number:table>/position/", position.position, name="position"
    ),
    path("<slug:slug>/corrections/", collected.collected_corrections, name="collected"),
    path(
        "<slug:slug>/r/<number:number>/<number:table>/sheet/collect/",
        collected.collect_sheet,
        name="collect_sheet",
    ),
    path("chief/codes/<number:code>/revoke/", codes.revoke, name="revoke_code"),
    path("chief/tables/<number:table>/pair/", actions.pair, name="pair"),
    path("chief/tables/<number:table>/results/", results.results, name="results"),
    path("chief/games/<uuid:game>/", pages.game, name="game"),
    path("chief/games/<uuid:game>/pairing/", actions.pairing_state, name="pairing"),
    path("chief/games/<uuid:game>/discard/", revise.discard_all, name="discard"),
    path("chief/games/<uuid:game>/rule/", actions.log_ruling, name="rule"),
    path("chief/games/<uuid:game>/answer/", actions.answer_for_player, name="answer"),
    path("chief/games/<uuid:game>/revise/<number:seq>/", revise.revise, name="revise"),
    path("chief/games/<uuid:game>/correct/<number:seq>/", correct.correct, name="correct"),
    path("chief/games/<uuid:game>/ask/", correct.ask, name="ask"),
    path("chief/devices/<uuid:device>/revoke/", actions.revoke, name="revoke"),
    path("chief/calls/<uuid:call>/", actions.answer_call, name="call"),
    path("chief/set-aside/<uuid:entry>/", revise.set_aside, name="set_aside"),
]
