"""The process that hashes passwords: run by path, standard library only, of the lowest priority.

A line in, `{"digest", "password", "salt", "iterations"}` as JSON, the texts in hex; a line out, the
hash in hex. It ends when its input does, so that it never outlives the server.
"""

import hashlib
import json
import os
import sys

LOWEST = 19


def main() -> None:
    """Answer until the input ends."""
    os.nice(LOWEST)
    for line in sys.stdin:
        asked = json.loads(line)
        found = hashlib.pbkdf2_hmac(
            asked["digest"],
            bytes.fromhex(asked["password"]),
            bytes.fromhex(asked["salt"]),
            asked["iterations"],
        )
        sys.stdout.write(found.hex() + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
