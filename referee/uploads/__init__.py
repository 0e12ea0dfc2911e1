"""An event that a hall sends to a platform: both sides (ADR 53)."""
