"""The process that hashes passwords: run by path, standard library only, of the lowest priority.

A line in, `{"digest", "password", "salt", "iterations"}` as JSON, the texts in hex; a line out, the
hash in hex. It ends when its input does, so that it never outlives the server.
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
