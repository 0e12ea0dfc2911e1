"""The public interface, `/api/v1/public/`: described in `docs/public-api.md`."""
