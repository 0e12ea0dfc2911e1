#!/bin/sh
# Print the newest Python that Treasurer runs on, or say what to do and print `false`.
# A name may be found and still not run: a pyenv shim, for one. So each is tried.
for name in python3.14 python3.13 python3.12 python3.11 python3 python; do
    if "$name" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' 2>/dev/null; then
        echo "$name"
        exit
    fi
done
echo "Treasurer needs Python 3.11, 3.12, 3.13 or 3.14, and found none. Install one (on Debian and" \
    "Ubuntu: sudo apt install python3 python3-venv), or name it: make PYTHON=/path/to/python3" >&2
echo false
