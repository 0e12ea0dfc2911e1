"""The tablets' HTTP interface, `/api/v1/`: described in `docs/protocol.md`."""
