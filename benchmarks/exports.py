"""Every download of an event of 1,000 players and 750 games: time, size, and memory of the process.

The games are in three rounds of 250 tables; their records are those of the sample event, again and
again. The audit log has what made the event, and 20,000 rows more. Each file is asked for in a
process of its own, which reads and drops its parts as a server sends them. Memory is the highest
resident size of that process (`VmHWM`), and what of it came with the download. `archive.zip`, with
all of it, is made in the background first, which counts. The bar is 60 seconds and 300 MB. Written
by `python -m benchmarks exports`.
"""

import os
import subprocess
import sys
import tempfile
import time
from itertools import cycle
from pathlib import Path

from benchmarks.machine import machine

PLAYERS = 1_000
MORE_AUDIT_ROWS = 20_000
SLUG = "large"
ARCHIVE = "archive.zip"
SAMPLE = Path(__file__).resolve().parents[1] / "referee" / "sample_event"
TABLE = Path(__file__).with_suffix(".md")
HEAD = f"""# Downloads of an event of {PLAYERS:,} players

Machine: {{machine}}; load {{load:.1f}} before.

{__doc__}
| file | seconds | kB | memory MB | of it for the download |
|---|---:|---:|---:|---:|
"""


def main() -> None:
    """Make the event, measure each file in a process of its own, print and keep the table."""
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "DATA_DIR": folder, "DATABASE_URL": "", "REDIS_URL": ""}

        def run(*given: str) -> str:
            command = [sys.executable, "-m", "benchmarks.exports", *given]
            return subprocess.run(
                command, env=environment, check=True, stdout=subprocess.PIPE
            ).stdout.decode()

        rows = [run("measure", path) for path in run("make").split()]
    text = HEAD.format(machine=machine(), load=load) + "".join(rows)
    TABLE.write_text(text)
    sys.stdout.write(text)


def make() -> None:
    """Make the event with its records and its log; print the path of each file."""
    from django.contrib.auth.models import User
    from django.core.management import call_command

    from benchmarks.live import events
    from tournament.exports.registry import EXPORTS
    from tournament.exports.writers import FORMATS

    call_command("migrate", verbosity=0)
    events.make(SLUG, PLAYERS)
    _add_records()
    _add_audit_rows()
    User.objects.create_superuser("ada")
    names = [f"{export.name}.{ending}" for export in EXPORTS for ending in FORMATS]
    for name in [*names, "records.zip", ARCHIVE]:
        print(f"/organise/{SLUG}/downloads/{name}")


def _add_records() -> None:
    from referee.engine import replay_lines
    from referee.models import GameRecord
    from tournament.models import Result

    texts = [file.read_text() for file in sorted(SAMPLE.rglob("*.amr.jsonl"))]
    games = [replay_lines(text.encode()).game for text in texts]
    known = [(text, game.statement()) for text, game in zip(texts, games, strict=True) if game]
    results = Result.objects.order_by("pk")
    GameRecord.objects.bulk_create(
        GameRecord(table_id=result.table_id, text=text, statement=statement, imported_by="tests")
        for result, (text, statement) in zip(results, cycle(known), strict=False)
    )
    results.update(source=Result.Source.RECORD)


def _add_audit_rows() -> None:
    from tournament.models import AuditEntry

    values = {"name": "Ada Lovelace", "club": "North", "seed": 1, "email": "ada@example.org"}
    AuditEntry.objects.bulk_create(
        AuditEntry(
            by="tests",
            action="update",
            event_slug=SLUG,
            kind="entry",
            object_id=number,
            label="Ada Lovelace (1)",
            before=values,
            after=values,
        )
        for number in range(MORE_AUDIT_ROWS)
    )


def measure(path: str) -> None:
    """Ask for one file, and print its row of the table."""
    from django.contrib.auth.models import User
    from django.test import Client

    client = Client(headers={"host": "localhost"})
    client.force_login(User.objects.get(username="ada"))
    client.get(f"/organise/{SLUG}/downloads/players.json").close()  # loads what all need
    before, start = peak_megabytes(), time.perf_counter()
    if path.endswith(ARCHIVE):
        _make_archive()
    answer = client.get(path)
    size = sum(len(part) for part in answer)
    took, peak = time.perf_counter() - start, peak_megabytes()
    name = path.rsplit("/", 1)[1]
    print(f"| `{name}` | {took:.1f} | {size / 1000:,.0f} | {peak:.0f} | {peak - before:.0f} |")


def _make_archive() -> None:
    from django.contrib.auth.models import User

    from referee.archives.services import make_archive, request_archive
    from tournament.models import Event

    person = User.objects.get(username="ada")
    event = Event.objects.get(slug=SLUG)
    make_archive(job_pk=request_archive(event=event, by=person).pk)


def peak_megabytes() -> float:
    """Return the highest resident size that this process has had."""
    lines = Path("/proc/self/status").read_text().splitlines()
    (line,) = (line for line in lines if line.startswith("VmHWM:"))
    return int(line.split()[1]) / 1024


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    if sys.argv[1] == "make":
        make()
    else:
        measure(sys.argv[2])
