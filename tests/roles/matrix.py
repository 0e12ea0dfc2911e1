"""Every address there is: who may use it, how, and on what."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import URLPattern, URLResolver

from tournament.access import Action

# Who gets through, beside those who may do an action: and what the others are told.
EVERYBODY, TABLE, DEVICE, NOBODY, SIGNED_IN = range(5)
LOGIN = "login"


@dataclass(frozen=True)
class Row:
    """An address: who may use it with which verbs, on which object, what they get (0: a page),
    and who else may."""

    who: int | Action
    verbs: str
    on: str = ""
    status: int | str = 0
    also: str = ""


MATRIX = {
    "admin-sign-in": Row(EVERYBODY, "get post put delete", status=LOGIN),  # Django: on to the page
    "admin-password": Row(EVERYBODY, "get post put delete"),
    "tournament:sign-in": Row(EVERYBODY, "get post"),
    "tournament:sign-out": Row(EVERYBODY, "post"),
    "tournament:password": Row(SIGNED_IN, "get post"),
    "tournament:second-step": Row(EVERYBODY, "get post", status=LOGIN),  # after a password only
    "tournament:forgotten": Row(EVERYBODY, "get post"),
    "tournament:forgotten-sent": Row(EVERYBODY, "get"),
    "tournament:new-password": Row(EVERYBODY, "get post", "no_account", 404),
    "tournament:change-email": Row(SIGNED_IN, "get post"),
    "tournament:rename-account": Row(SIGNED_IN, "post"),
    "tournament:confirm-email": Row(SIGNED_IN, "get post", "no_token", 404),
    "tournament:new-password-here": Row(EVERYBODY, "get post"),  # elsewhere: tests/security
    "tournament:passkey-sign-in": Row(EVERYBODY, "post", status=LOGIN),
    "tournament:passkey-ask": Row(EVERYBODY, "post", status=404),  # not without HTTPS
    "tournament:account": Row(SIGNED_IN, "get"),
    "tournament:confirm-password": Row(SIGNED_IN, "get post"),
    "tournament:second-factor-later": Row(SIGNED_IN, "post"),
    "tournament:set-up-app": Row(SIGNED_IN, "get post"),
    "tournament:remove-app": Row(SIGNED_IN, "post"),
    "tournament:new-recovery-codes": Row(SIGNED_IN, "post"),
    "tournament:make-passkey": Row(SIGNED_IN, "post"),
    "tournament:ask-to-make-passkey": Row(SIGNED_IN, "post", status=404),  # not without HTTPS
    "tournament:remove-passkey": Row(SIGNED_IN, "post", "nothing", 404),
    "tournament:end-session": Row(SIGNED_IN, "post", "nothing", 404),
    "tournament:end-other-sessions": Row(SIGNED_IN, "post"),
    "tournament:join": Row(EVERYBODY, "get post", "invitation_link"),
    "tournament:members": Row(Action.MANAGE_STAFF, "get post", "event"),
    "tournament:change-role": Row(Action.MANAGE_STAFF, "post", "member"),
    "tournament:remove-member": Row(Action.MANAGE_STAFF, "post", "member"),
    "tournament:withdraw-invitation": Row(Action.MANAGE_STAFF, "post", "invitation"),
    "set_language": Row(EVERYBODY, "get post put delete"),  # Django: back where one was
    "tournament:events": Row(EVERYBODY, "get"),
    "tournament:language": Row(EVERYBODY, "post"),
    "tournament:event": Row(EVERYBODY, "get", "event"),
    "tournament:rules": Row(EVERYBODY, "get", "event"),
    "tournament:seats": Row(EVERYBODY, "get", "event"),
    "tournament:embed": Row(EVERYBODY, "get", "event"),
    "tournament:screen": Row(EVERYBODY, "get", "event"),
    "tournament:hall": Row(EVERYBODY, "get", "event"),
    "tournament:feed": Row(EVERYBODY, "get", "event"),
    "tournament:preview": Row(EVERYBODY, "get", "event"),
    "tournament:oembed": Row(EVERYBODY, "get", status=400),  # of no page: tests/tournament/views
    "tournament:qr-reader": Row(EVERYBODY, "get", "qr_reader"),
    "referee:player": Row(EVERYBODY, "get", "player"),
    "tournament:roles": Row(EVERYBODY, "get", "event"),
    "tournament:roles-page": Row(EVERYBODY, "get", "round"),
    "tournament:teams": Row(EVERYBODY, "get", "event"),
    "tournament:teams-page": Row(EVERYBODY, "get", "round"),
    "tournament:players": Row(EVERYBODY, "get", "event"),
    "tournament:round": Row(EVERYBODY, "get", "round"),
    "tournament:draw": Row(EVERYBODY, "get", "round"),
    "tournament:draw-problem": Row(EVERYBODY, "get", "round"),
    "tournament:draw-draw": Row(EVERYBODY, "get", "round"),
    "tournament:draw-opening": Row(EVERYBODY, "get", "draw"),
    "referee:table": Row(EVERYBODY, "get", "finished"),
    "referee:live": Row(EVERYBODY, "get", "event", 503),
    "referee:verify": Row(EVERYBODY, "get", "event"),
    "referee:record": Row(EVERYBODY, "get", "finished"),
    "referee:ledger": Row(EVERYBODY, "get", "ledger"),
    "referee:guide": Row(EVERYBODY, "get", "edition"),
    "referee:drop": Row(EVERYBODY, "get post"),
    "referee:replay": Row(EVERYBODY, "get", "finished"),
    "referee:moment": Row(EVERYBODY, "get", "moment"),
    "referee:frames": Row(EVERYBODY, "get", "finished"),
    "tournament:organise": Row(Action.ORGANISE, "get"),
    "tournament:organise-event": Row(Action.ORGANISE, "get", "event"),
    "tournament:search-console": Row(Action.ORGANISE, "get", "event"),
    "tournament:check-in": Row(Action.SEE_PLAYERS, "get", "event"),
    "tournament:check-in-tap": Row(Action.EDIT_PLAYERS, "post", "event", 404),
    "tournament:check-in-absent": Row(Action.EDIT_PLAYERS, "post", "event"),
    "tournament:check-in-deadline": Row(Action.EDIT_PLAYERS, "post", "event"),
    "tournament:me": Row(EVERYBODY, "get post", "personal"),
    "tournament:my-data": Row(EVERYBODY, "get", "personal"),
    "tournament:register": Row(EVERYBODY, "get post", "event"),
    "tournament:registration-sent": Row(EVERYBODY, "get", "event"),
    "tournament:registration-stored": Row(EVERYBODY, "get", "event"),
    "tournament:registration": Row(EVERYBODY, "get post", "registration"),
    "tournament:registrations": Row(Action.SEE_PLAYERS, "get", "event"),
    "tournament:registration-step": Row(Action.EDIT_PLAYERS, "post", "event"),
    "tournament:player-emails": Row(Action.SEE_PLAYERS, "get", "event"),
    "tournament:email-again": Row(Action.EDIT_PLAYERS, "post", "event", 404),
    "tournament:email-returned": Row(Action.EDIT_PLAYERS, "post", "event", 404),
    "tournament:round-start": Row(Action.MOVE_CLOCK, "post", "round"),
    "tournament:personal-links": Row(Action.EDIT_PLAYERS, "get post", "event"),
    "tournament:player-reports": Row(Action.SEE_PLAYERS, "get", "event"),
    "tournament:resolve-report": Row(Action.EDIT_PLAYERS, "post", "event", 404),
    "tournament:check-in-scan": Row(Action.EDIT_PLAYERS, "post", "event"),
    "tournament:late-arrivals": Row(Action.EDIT_PLAYERS, "get", "event"),
    "tournament:change-seat": Row(Action.EDIT_PLAYERS, "post", "event", 404),
    "tournament:organise-players": Row(Action.SEE_PLAYERS, "get", "event"),
    "tournament:add-player": Row(Action.EDIT_PLAYERS, "get post", "event"),
    "tournament:edit-player": Row(Action.EDIT_PLAYERS, "get post", "entry"),
    "tournament:link-player": Row(Action.EDIT_PLAYERS, "post", "entry", 404),
    "tournament:player-step": Row(Action.EDIT_PLAYERS, "post", "entry"),
    "tournament:players-apart": Row(Action.EDIT_PLAYERS, "get post", "event"),
    "tournament:players-together": Row(Action.EDIT_PLAYERS, "post", "event"),
    "tournament:new-event": Row(Action.ADD_EVENT, "get post"),
    "tournament:new-practice": Row(Action.ADD_EVENT, "post"),
    "tournament:delete-event": Row(Action.DELETE_EVENT, "post", "event"),
    "tournament:delete-practice": Row(Action.DELETE_EVENT, "post", "event"),
    "tournament:call-off": Row(Action.PUBLISH, "post", "event"),
    "tournament:results": Row(Action.SEE_RESULTS, "get", "event"),
    "tournament:sheet": Row(Action.ENTER_RESULTS, "get post", "sheet"),
    "tournament:confirm-sheet": Row(Action.ENTER_RESULTS, "post", "sheet"),
    "tournament:choose-typing": Row(Action.ENTER_RESULTS, "post", "sheet"),
    "tournament:reject-sheet": Row(Action.ENTER_RESULTS, "post", "sheet"),
    "chief:position": Row(Action.ENTER_RESULTS, "get post", "sheet"),
    "tournament:penalties": Row(Action.SEE_RESULTS, "get", "event"),
    "tournament:give-penalty": Row(Action.ENTER_RESULTS, "get post", "event"),
    "tournament:penalty-step": Row(Action.ENTER_RESULTS, "post", "penalty"),
    "tournament:finals": Row(Action.SEE_DRAW, "get", "event"),
    "tournament:finals-step": Row(Action.DRAW, "post", "round"),
    "tournament:reveal": Row(Action.PUBLISH, "get", "event"),
    "tournament:freeze": Row(Action.PUBLISH, "post", "event"),
    "tournament:reveal-step": Row(Action.PUBLISH, "post", "event"),
    "tournament:show-results": Row(Action.PUBLISH, "post", "event"),
    "tournament:settings": Row(Action.EDIT_EVENT, "get", "event"),
    "tournament:settings-step": Row(Action.EDIT_EVENT, "get post", "step"),
    "tournament:export-players": Row(Action.SEE_PLAYERS, "get", "event"),
    "chief:records": Row(Action.SEE_RECORDS, "get", "event"),
    "tournament:merge-players": Row(Action.EDIT_PLAYERS, "get post", "event"),
    "tournament:import-players": Row(Action.IMPORT_PLAYERS, "get post", "event"),
    "tournament:announcements": Row(Action.ANNOUNCE, "get post", "event"),
    "tournament:announcement": Row(Action.ANNOUNCE, "post", "announcement"),
    "tournament:publish-event": Row(Action.PUBLISH, "post", "event"),
    "tournament:organise-round": Row(Action.SEE_EVENT, "get", "round"),
    "tournament:round-publishing": Row(Action.PUBLISH, "post", "round"),
    "tournament:round-timing": Row(Action.MOVE_CLOCK, "post", "round"),
    "tournament:round-results": Row(Action.ENTER_RESULTS, "post", "round"),
    "tournament:round-clear": Row(Action.DRAW, "post", "round"),
    "tournament:organise-draw": Row(Action.SEE_DRAW, "get", "round"),
    "tournament:swap": Row(Action.DRAW, "post", "round"),
    "tournament:keep-seats": Row(Action.DRAW, "post", "round"),
    "tournament:start-draw": Row(Action.DRAW, "post", "round"),
    "tournament:stop-draw": Row(Action.DRAW, "post", "round"),
    "tournament:draw-state": Row(Action.SEE_DRAW, "get", "round"),
    "tournament:clock": Row(Action.SEE_EVENT, "get", "round"),
    "tournament:clock-extra": Row(Action.MOVE_CLOCK, "post", "round"),
    "chief:event": Row(Action.ACT_AS_CHIEF, "get", "event"),
    "chief:control": Row(Action.ACT_AS_CHIEF, "get", "event"),
    "chief:live": Row(Action.ACT_AS_CHIEF, "get", "event", 503),
    "chief:backups": Row(Action.EDIT_EVENT, "get", "event"),
    "chief:save-backup": Row(Action.EDIT_EVENT, "post", "event"),
    "chief:backup-state": Row(Action.EDIT_EVENT, "get", "event"),
    "chief:restore": Row(Action.ADD_EVENT, "get post"),
    "chief:restore-state": Row(Action.ADD_EVENT, "get"),
    "chief:go-back": Row(Action.DELETE_EVENT, "get post", "backup", 404),
    "chief:backup": Row(Action.EDIT_EVENT, "get", "backup", 404),
    "chief:badges": Row(Action.SEE_PLAYERS, "get", "event"),
    "chief:codes": Row(Action.PAIR_TABLETS, "get", "event"),
    "chief:sheet": Row(Action.PAIR_TABLETS, "post", "event"),
    "chief:revoke_codes": Row(Action.PAIR_TABLETS, "post", "event"),
    "chief:revoke_code": Row(Action.PAIR_TABLETS, "post", "code"),
    "chief:pair": Row(Action.PAIR_TABLETS, "post", "table"),
    "chief:results": Row(Action.ACT_AS_CHIEF, "get post", "conflict"),
    "chief:game": Row(Action.ACT_AS_CHIEF, "get", "game"),
    "chief:pairing": Row(Action.PAIR_TABLETS, "get", "game"),
    "chief:rule": Row(Action.ACT_AS_CHIEF, "post", "game"),
    "chief:discard": Row(Action.ACT_AS_CHIEF, "post", "game"),
    "chief:answer": Row(Action.ACT_AS_CHIEF, "post", "game"),
    "chief:revise": Row(Action.ACT_AS_CHIEF, "get post", "logged"),
    "chief:correct": Row(Action.ACT_AS_CHIEF, "get", "logged"),
    "chief:ask": Row(Action.ACT_AS_CHIEF, "post", "game", status=400),
    "chief:revoke": Row(Action.PAIR_TABLETS, "post", "device"),
    "chief:call": Row(Action.ACT_AS_CHIEF, "post", "call"),
    "chief:collected": Row(Action.ACT_AS_CHIEF, "get post", "event"),
    "chief:collect_sheet": Row(Action.ACT_AS_CHIEF, "post", "sheet"),
    "chief:set_aside": Row(Action.ACT_AS_CHIEF, "get post", "set_aside"),
    "tablet:shell": Row(EVERYBODY, "get"),
    "tablet:worker": Row(EVERYBODY, "get"),
    "tablet:service-worker": Row(EVERYBODY, "get"),
    "tablet:release": Row(EVERYBODY, "get"),
    "tablet:manifest": Row(EVERYBODY, "get"),
    "tablet:judge": Row(DEVICE, "post", status=400),
    "tablet:setup": Row(EVERYBODY, "get"),
    "tablet:authority": Row(EVERYBODY, "get", status=404),
    "tablet:app": Row(EVERYBODY, "get", "app", 404),
    "tablet:engine": Row(EVERYBODY, "get", "engine"),
    "tablet:snapshot": Row(EVERYBODY, "get", "snapshot", 404),
    "tablet:python": Row(EVERYBODY, "get", "python"),
    "tablet_api:pair": Row(EVERYBODY, "post", status=400),
    "tablet_api:game": Row(TABLE, "get", "game"),
    "tablet_api:log": Row(TABLE, "get", "game"),
    "tablet_api:events": Row(TABLE, "post", "game", 400),
    "tablet_api:set-aside": Row(TABLE, "post", "game", 400, "revoked"),
    "tablet_api:heartbeat": Row(TABLE, "post", "game", 400),
    "tablet_api:live": Row(TABLE, "get", "game", 503),
    "tablet_api:next": Row(TABLE, "post", "game", 404),
    "tablet_api:lease": Row(TABLE, "post", "game", 400),
    "tablet_api:call": Row(TABLE, "put", "api_call", 400),
    "tablet_api:public-snapshot": Row(EVERYBODY, "get", "event"),
    "tablet_api:public-version": Row(EVERYBODY, "get", "version"),
    "tablet_api:public-events": Row(EVERYBODY, "get"),
    "tablet_api:public-event": Row(EVERYBODY, "get", "event"),
    "tablet_api:public-rules": Row(EVERYBODY, "get", "event"),
    "tablet_api:public-rounds": Row(EVERYBODY, "get", "event"),
    "tablet_api:public-tables": Row(EVERYBODY, "get", "event"),
    "tablet_api:public-results": Row(EVERYBODY, "get", "event"),
    "tablet_api:public-record": Row(EVERYBODY, "get", "finished"),
    "tablet_api:public-records": Row(EVERYBODY, "get", "event"),
    "tablet_api:public-standings": Row(EVERYBODY, "get", "event"),
    "tablet_api:public-teams": Row(EVERYBODY, "get", "event"),
    "tablet_api:public-players": Row(EVERYBODY, "get", "event"),
    "tablet_api:public-player": Row(EVERYBODY, "get", "player_code"),
    "tablet_api:public-clock": Row(EVERYBODY, "get", "event"),
    "tablet_api:schema": Row(EVERYBODY, "get"),
    "tablet_api:docs": Row(EVERYBODY, "get"),
    "tablet_api:unknown": Row(NOBODY, "", "unknown"),
}


def addresses(resolver: URLResolver) -> Iterator[str]:
    """The name of every address; those of the admin's library are its own."""
    return (name for name, _item in patterns(resolver) if not name.startswith("admin:"))


def patterns(
    resolver: URLResolver, spaces: tuple[str, ...] = ()
) -> Iterator[tuple[str, URLPattern]]:
    """Every address with its name, those of the admin with them."""
    for item in resolver.url_patterns:
        if isinstance(item, URLResolver):
            yield from patterns(item, (*spaces, item.namespace) if item.namespace else spaces)
        else:
            yield ":".join((*spaces, item.name or f"without a name: {item.pattern}")), item
