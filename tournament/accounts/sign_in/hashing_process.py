"""The process of the lowest priority that hashes passwords.

It is run by path and uses the standard library only. It reads a line,
`{"digest", "password", "salt", "iterations"}` as JSON, the texts in hex; it answers with a
line, the hash in hex. It ends when its input does, so that it never outlives the server.
"""

import hashlib
import json
import os
import sys

LOWEST_PRIORITY = 19


def main() -> None:
    """Answer until the input ends."""
    os.nice(LOWEST_PRIORITY)
    for line in sys.stdin:
        question = json.loads(line)
        key = hashlib.pbkdf2_hmac(
            question["digest"],
            bytes.fromhex(question["password"]),
            bytes.fromhex(question["salt"]),
            question["iterations"],
        )
        sys.stdout.write(key.hex() + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
