"""The database tables of the referee: logs of games, tablets, records."""

from referee.models.api_keys import ApiKey
from referee.models.chances import LiveChance, TurningPoints
from referee.models.corrections import CollectedCorrection
from referee.models.devices import Device, Pairing, TableCode
from referee.models.fairness import FairnessStudy
from referee.models.log import (
    Call,
    GameLog,
    LoggedEvent,
    Outbox,
    SetAside,
    SetAsideEvent,
    game_id,
)
from referee.models.records import GameRecord
from referee.models.uploads import UploadKey, UploadTarget

__all__ = [
    "ApiKey",
    "Call",
    "CollectedCorrection",
    "Device",
    "FairnessStudy",
    "GameLog",
    "GameRecord",
    "LiveChance",
    "LoggedEvent",
    "Outbox",
    "Pairing",
    "SetAside",
    "SetAsideEvent",
    "TableCode",
    "TurningPoints",
    "UploadKey",
    "UploadTarget",
    "game_id",
]
