"""A mail server for tests: takes what it is sent, and refuses the addresses it is told to."""

import asyncio
import email
import email.policy
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage


class MailServer:
    """Listens on a port of this machine; `messages` are those it took, with who they were for."""

    def __init__(self, port: int = 0, refused: tuple[str, ...] = ()) -> None:
        self.port = port
        self.refused = refused
        self.messages: list[tuple[str, EmailMessage]] = []

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, by RFC 5321 as far as it is used."""
        recipient = ""

        def say(line: str) -> None:
            writer.write(f"{line}\r\n".encode())

        say("220 tests")
        while line := (await reader.readline()).decode().strip():
            verb = line[:4].upper()
            if verb == "RCPT":
                recipient = line.partition("<")[2].partition(">")[0]
                say("550 no such mailbox" if recipient in self.refused else "250 ok")
            elif verb == "DATA":
                say("354 go on")
                body = await reader.readuntil(b"\r\n.\r\n")
                parsed = email.message_from_bytes(body[:-5], policy=email.policy.default)
                assert isinstance(parsed, EmailMessage)
                self.messages.append((recipient, parsed))
                say("250 taken")
            else:
                say("221 bye" if verb == "QUIT" else "250 ok")
        writer.close()


@contextmanager
def mail_server(port: int = 0, refused: tuple[str, ...] = ()) -> Iterator[MailServer]:
    """A mail server that runs in a thread, until the end of the block."""
    found, loop = MailServer(port, refused), asyncio.new_event_loop()
    listening = loop.run_until_complete(asyncio.start_server(found.talk, "127.0.0.1", port))
    found.port = listening.sockets[0].getsockname()[1]
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield found
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        listening.close()
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(asyncio.sleep(0))
        loop.close()
