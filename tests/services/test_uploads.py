"""A hall's event is sent to a platform with a database and a process of its own.

Its games go on, the line drops connections and loses answers, several send at once, and
somebody changes things there."""

import hashlib
import io
import json
import os
import re
import threading
import zipfile
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from referee.backups.parts import PARTS
from referee.backups.plan import MANIFEST, name_of
from referee.backups.services import write_upload
from referee.log.rows import hash_of
from referee.models import GameLog, LoggedEvent, UploadTarget
from referee.uploads.conflicts import LOG
from referee.uploads.sending import LOGS, Target, UploadError, send_event
from referee.uploads.targets import set_target
from referee.uploads.worker import send_due
from tests.e2e.proxy import DEAF, DOWN, UP, Proxy
from tests.migrated import new_postgres
from tests.referee.log.test_chief import confirm, play
from tests.referee.tables import Tablet, golden, log_events, make_table, paired
from tests.serving import Server
from tests.tournament.making import BY
from tournament.models import Event, Table

pytestmark = [
    pytest.mark.services,
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
]
ON_PLATFORM = """
import json
from django.utils import timezone
from referee.log.verify import faults_of
from referee.models import GameLog, LoggedEvent, UploadKey
from referee.uploads.keys import accept_conflicts, issue_key, revoke_key
from tournament.events.services.events import create_event, update_event
from tournament.models import Event, Result
from tournament.backups.files import backups_of
event = Event.objects.filter(slug="open").first()
key = UploadKey.objects.filter(event=event).first()
"""


class Platform:
    """The platform's process and database, and the line between it and the hall."""

    def __init__(self, server: Server, line: Proxy) -> None:
        self.server, self.line = server, line
        made = (
            'event = create_event(slug="open", name="Open", starts_on=timezone.localdate(), by="x")'
        )
        self.key = self.run(f'{made}\nprint(json.dumps(issue_key(event=event, by="x")))')
        self.target = Target(f"{line.url}/api/v1/uploads/open", self.key)

    def run(self, statements: str) -> Any:
        """What statements print on the platform, as JSON."""
        done = self.server.manage("shell", "-v0", "-c", ON_PLATFORM + statements)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout.splitlines()[-1]) if done.stdout else None

    def heads(self) -> Any:
        """The end of each game there, its number of lines, and what is wrong with it."""
        return self.run(
            "print(json.dumps({str(g.pk): [g.head_seq, g.head_hash, g.rows.count(), faults_of(g)]"
            " for g in GameLog.objects.all()}))"
        )

    def ask(
        self, method: str, body: bytes = b"", key: str = "", **headers: str
    ) -> tuple[int, dict[str, Any]]:
        """A request of its own, without the hall's program."""
        http = HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        sent = {"Authorization": f"Bearer {key or self.key}", **headers}
        http.request(method, "/api/v1/uploads/open", body or None, sent)
        answer = http.getresponse()
        return answer.status, json.loads(answer.read())

    def public(self, path: str) -> Any:
        """What the public reads there."""
        http = HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        http.request("GET", f"/api/v1/public/events/open/{path}")
        return json.loads(http.getresponse().read())


class Hall:
    """Two tables that play in this process's database."""

    def __init__(self) -> None:
        lines = golden("01")
        first = make_table(lines[0], slug="open", tables=2, published=True)
        second = Table.objects.get(round=first.round, number=2)
        self.event = first.round.event
        text = json.dumps(log_events(lines)).replace('"p0', '"p1')
        other = json.loads(text.replace('"table": 1', '"table": 2'))
        self.games: list[tuple[Tablet, list[dict[str, Any]]]] = [
            (paired(first), log_events(lines)),
            (paired(second), other),
        ]
        self.at = 0

    def go_on(self, events: int) -> None:
        """Let both tables log some more."""
        for tablet, all_events in self.games:
            play(tablet, all_events[self.at : self.at + events])
        self.at += events

    def finish(self) -> None:
        """Let both tables finish and confirm."""
        self.go_on(100_000)
        for number, (tablet, _events) in enumerate(self.games):
            seats = Table.objects.get(log=tablet.game).seats.select_related("entry")
            assert confirm(tablet, *(seat.entry.code for seat in seats)).state == "confirmed", (
                number
            )

    def heads(self) -> dict[str, list[Any]]:
        """As the platform's should be."""
        return {
            str(log.pk): [log.head_seq, log.head_hash, log.head_seq, []]
            for log in GameLog.objects.all()
        }


@pytest.fixture
def platform(tmp_path: Path, settings: Any) -> Iterator[Platform]:
    settings.WEBHOOKS_INWARD, settings.DATA_DIR = True, tmp_path / "hall"
    (tmp_path / "platform").mkdir()
    (tmp_path / "hall").mkdir()
    database = new_postgres("uploads") if os.environ.get("DATABASE_URL") else ""
    server = Server(tmp_path / "platform", database=database)
    line = Proxy()
    try:
        if not database:
            server.migrate()
        server.start()
        line.aim("127.0.0.1", server.port)
        yield Platform(server, line)
    finally:
        line.close()
        server.kill()


def upload_of(event: Event, key: str) -> bytes:
    """The file that the hall would send now."""
    out = io.BytesIO()
    write_upload(out, event, key=key)
    return out.getvalue()


def test_an_event_is_uploaded_while_its_games_go_on(platform: Platform, tmp_path: Path) -> None:
    hall = Hall()
    hall.go_on(20)
    # Once, by the command.
    key = tmp_path / "key.txt"
    key.write_text(f"{platform.key}\n")
    call_command("upload", "open", to=platform.target.url, key_file=key)
    assert platform.heads() == hall.heads()
    # A connection that drops before anything arrives, and one whose answer is lost.
    hall.go_on(20)
    platform.line.set(DOWN)
    with pytest.raises(UploadError):
        send_event(event=hall.event, target=platform.target)
    platform.line.set(UP)
    state = platform.ask("GET")[1]
    assert state["receipt"] == 1
    late = upload_of(hall.event, platform.key)
    headers = {"If-Match": '"1"'}
    platform.line.set(DEAF)
    lost = HTTPConnection("localhost", platform.line.port, timeout=5)
    lost.request(
        "POST",
        "/api/v1/uploads/open",
        late,
        {"Authorization": f"Bearer {platform.key}", **headers},
    )
    with pytest.raises(OSError, match=r"timed out|reset|closed"):
        lost.getresponse()
    platform.line.set(UP)
    assert platform.heads() == hall.heads()
    again = send_event(event=hall.event, target=platform.target)
    assert (again.receipt, {game.received for game in again.games}) == (2, {0})
    # The same once more, and one that is older than what came meanwhile.
    assert platform.ask("POST", late, **headers)[0] == 200
    hall.go_on(20)
    answer = send_event(event=hall.event, target=platform.target)
    assert [(game.received, game.already) for game in answer.games] == [(20, 40), (20, 40)]
    assert platform.ask("POST", late, **headers)[0] == 412
    # Several at once, while both tables play.
    done: list[Any] = []

    def race() -> None:
        try:
            done.append(send_event(event=hall.event, target=platform.target).receipt)
        except UploadError as error:
            done.append(error.reason)
        finally:
            connection.close()

    threads = [threading.Thread(target=race) for _number in range(3)]
    for thread in threads:
        thread.start()
    hall.go_on(10)
    for thread in threads:
        thread.join()
    hall.finish()
    send_event(event=hall.event, target=platform.target)
    assert platform.heads() == hall.heads()
    assert any(isinstance(each, int) for each in done), done
    for path in ("standings", "results", "tables"):
        here = Client().get(f"/api/v1/public/events/open/{path}").json()
        there = platform.public(path)
        assert here["items"] == there["items"], path
        assert here["items"], path


PLANTED = """
from uuid import uuid4
from referee.log.chief import append_chief
from tests.tournament.making import BY
game = GameLog.objects.get(table__number=2)
assert not append_chief(game_id=game.pk, event={"type": "ruling", "text": "Theirs."}, by=BY)
update_event(event=event, by=BY, name="Other Name")
"""


def test_what_was_changed_there_is_listed_and_nothing_of_either_is_lost(platform: Platform) -> None:
    hall = Hall()
    now = timezone.now()
    to = {"url": platform.target.url, "key": platform.key, "continuous": True}
    set_target(event=hall.event, **to, now=now, by=BY)
    for events in (10, 10):
        hall.go_on(events)
        UploadTarget.objects.update(next_at=now)
        assert send_due()
        assert UploadTarget.objects.get().error == ""
    assert platform.heads() == hall.heads()
    platform.run(PLANTED)
    before = platform.heads()
    hall.go_on(20)
    with pytest.raises(UploadError) as refused:
        send_event(event=hall.event, target=platform.target)
    found = refused.value.conflicts
    assert [(each["where"], each["what"]) for each in found] == [
        ("Round 1, table 2", "event 21"),
        ("event", "Other Name"),
    ]
    assert "ruling" in found[0]["here"]
    assert hall.games[1][1][20]["type"] in found[0]["hall"]
    assert (found[1]["here"], found[1]["hall"]) == ("name: Other Name", "name: Open")
    assert platform.heads() == before
    seen = platform.run("print(json.dumps([key.conflicts_digest, key.conflicts]))")
    assert seen[1] == found
    platform.run(f'accept_conflicts(event=event, seen="{seen[0]}", by="x")')
    hall.go_on(5)
    send_event(event=hall.event, target=platform.target)
    assert platform.heads() == hall.heads()
    # What the platform had is in a backup there.
    assert platform.run(
        """
from referee.backups.archive import open_backup
from referee.uploads.conflicts import LOG
from tournament.backups.files import path_of
with open_backup(path_of(event, backups_of(event)[0].name)) as backup:
    rows = [row.event for rows in backup.row_batches(LOG) for row in rows]
    print(json.dumps([backup.event.name, sum('"type":"ruling"' in row for row in rows)]))
"""
    ) == ["Other Name", 1]


def test_what_is_not_an_upload_is_refused_with_a_sentence(platform: Platform) -> None:
    hall = Hall()
    hall.go_on(20)
    first = {"If-Match": '"0"'}
    good = upload_of(hall.event, platform.key)
    assert platform.ask("GET", key="A" * 43)[0] == 401
    assert platform.ask("POST", good, key="A" * 43, **first)[0] == 401
    assert platform.ask("POST", good)[0] == 428
    for changed, words in (
        (b"no zip", "damaged"),
        (bomb(good), "damaged|large"),
        (changed_row(good), "event 7 "),
        (changed_row(good, chained=True), "snapshot|statement|replayed|hash|log"),
    ):
        status, answer = platform.ask("POST", changed, **first)
        assert status == 422, answer
        assert re.search(words, answer["detail"]), answer
    # Answered before a byte of it is read.
    status, answer = platform.ask("POST", b"", "", **first, **{"Content-Length": str(26 << 20)})
    assert (status, answer["code"]) == (413, "too-large")
    assert platform.heads() == {}
    assert platform.ask("POST", good, **first)[0] == 200
    platform.run('revoke_key(event=event, by="x")')
    with pytest.raises(UploadError, match="revoked"):
        send_event(event=hall.event, target=platform.target)
    assert platform.heads() == hall.heads()


def bomb(good: bytes) -> bytes:
    """The same with a table that unpacks to 2 GiB."""
    return rewritten(good, {"rows/tournament.announcement.jsonl": b"0" * (64 << 20)}, repeat=32)


def changed_row(good: bytes, *, chained: bool = False) -> bytes:
    """The same with another seventh event of the first game, and digests that agree.

    `chained`: the hashes agree as well."""
    with zipfile.ZipFile(io.BytesIO(good)) as archive:
        rows = [json.loads(line) for line in archive.read(name_of(LOG)).splitlines()]
        games = [json.loads(line) for line in archive.read(name_of(LOGS)).splitlines()]
    game = rows[0]["fields"]["game"]
    own = [row["fields"] for row in rows if row["fields"]["game"] == game]
    own[6]["event"] = own[5]["event"]
    if chained:
        previous = own[5]["hash"]
        for fields in own[6:]:
            fields["previous_hash"] = previous
            values = {**fields, "game_id": UUID(game), "event_id": UUID(fields["event_id"])}
            values.pop("game")
            previous = fields["hash"] = hash_of(LoggedEvent(**values))
        for row in games:
            if row["pk"] == game:
                row["fields"]["head_hash"] = previous
    return rewritten(good, {name_of(LOG): lines_of(rows), name_of(LOGS): lines_of(games)})


def lines_of(rows: list[dict[str, Any]]) -> bytes:
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows).encode()


def rewritten(good: bytes, parts: dict[str, bytes], repeat: int = 1) -> bytes:
    """The same file with other parts, and the digests of these."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(good)) as source,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        for name in source.namelist():
            content = source.read(name)
            if name == MANIFEST:
                manifest = json.loads(content)
                for part in PARTS:
                    if not part.sealed and name_of(part) in parts:
                        digest = hashlib.sha256(parts[name_of(part)] * repeat).hexdigest()
                        manifest["sha256"][part.label] = digest
                content = json.dumps(manifest).encode()
            with target.open(name, "w", force_zip64=True) as written:
                for _time in range(repeat if name in parts else 1):
                    written.write(parts.get(name, content))
    return out.getvalue()
