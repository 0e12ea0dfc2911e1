"""Known titles of columns, and the lists that other programs write. Pure.

The columns are those of lists of players.
"""

from collections.abc import Iterable
from typing import NamedTuple

from tournament.common.names import search_key

MAX_TITLE = 60
"""Letters of a cell that are compared: a longer one is no title."""
_WRITTEN = {
    "name": (
        "name, player, player name, full name, participant, display name,"
        " nom, nom complet, nom et prénom, prénom et nom, joueur, participant,"
        " Spieler, Spielername, Teilnehmer, vollständiger Name, Vor- und Nachname,"
        " nombre, nombre completo, nombre y apellido, nombre y apellidos, jugador, participante,"
        " nome, nome completo, nome e cognome, cognome e nome, giocatore, partecipante,"
        " naam, volledige naam, speler, deelnemer,"
        " imię i nazwisko, nazwisko i imię, gracz, zawodnik, uczestnik,"
        " имя, игрок, участник, ФИО, имя и фамилия, фамилия и имя, фамилия имя"
    ),
    "first": "first name, given name, forename, prénom, Vorname, nombre de pila, voornaam, imię",
    "last": (
        "last name, surname, family name, nom de famille, Nachname, Familienname,"
        " apellido, apellidos, cognome, achternaam, nazwisko, фамилия"
    ),
    "club": (
        "club, club name, institution, association, Verein, Vereinsname, Klub,"
        " asociación, associazione, circolo, società, vereniging, stowarzyszenie, клуб"
    ),
    "team": (
        "team, team name, équipe, nom de l'équipe, Mannschaft, equipo, squadra, ploeg,"
        " drużyna, команда"
    ),
    "email": (
        "email, mail, email address, courriel, adresse email, adresse mail, adresse de courriel,"
        " E-Mail-Adresse, Mailadresse, correo, correo electrónico, posta elettronica,"
        " indirizzo email, e-mailadres, adres e-mail, почта, электронная почта, эл. почта,"
        " адрес электронной почты"
    ),
    "external_id": (
        "external id, id, player id, member id, member number, membership number, membership no,"
        " licence, license, licence number, license number, licence no, federation id, FFAM,"
        " FFAM id, FFAM number, FFAM no, licence FFAM, numéro FFAM, no FFAM, n° FFAM, identifiant,"
        " numéro d'adhérent, numéro de membre, numéro de licence, no de licence, n° de licence,"
        " Mitgliedsnummer, Mitglieds-Nr, Mitgliedsnr, Lizenznummer, Passnummer, Spielernummer,"
        " número de socio, número de licencia, numero tessera, numero di tessera,"
        " lidnummer, licentienummer, numer członkowski, numer licencji,"
        " членский номер, номер члена, номер лицензии, идентификатор"
    ),
    "seed": (
        "seed, seed rank, rank, no, number, numéro, Nummer, Nr, Setzplatz, Startnummer,"
        " número, cabeza de serie, numero, testa di serie, numer, rozstawienie, номер, №, посев,"
        " tête de série, rang de départ, номер посева"
    ),
    "rating": (
        "rating, player rating, Elo, Elo rating, points Elo, cote, cote Elo, Wertungszahl,"
        " Spielstärke, puntuación Elo, punteggio Elo, рейтинг, рейтинг Эло, Эло"
    ),
}


def title_key(title: str) -> str:
    """Return the form by which titles are compared.

    It has the title's letters and digits, without accents.

    >>> title_key("E-Mail_Adresse:") == title_key("e mail ADRESSE")
    True
    """
    return "".join(
        letter for letter in search_key(title[:MAX_TITLE]).casefold() if letter.isalnum()
    )


TITLES = {
    field: frozenset(title_key(title) for title in written.split(","))
    for field, written in _WRITTEN.items()
}
"""Keys of known titles (`title_key`), by what the column holds.

`name` and the other HALVES mean half a name if another column holds the other half.
"""
HALVES = {
    "nom": "last",
    "name": "last",
    "naam": "last",
    "имя": "first",
    "nombre": "first",
    "nome": "first",
}
"""The half of a name under such a title, beside a column for the other half."""


class Preset(NamedTuple):
    """A list that a program writes.

    `signs` are the titles that give it away. `holds` says, by title, the field of each title
    that is used.
    """

    program: str
    signs: frozenset[str]
    holds: dict[str, str]


_TABBYCAT = {"name": "name", "institution": "club", "email": "email"}
_CHALLONGE = {"name": "name", "displayname": "name", "email": "email", "seed": "seed"}
PRESETS = (
    # Its tags are public already; first and last name are not.
    Preset(
        "start.gg",
        frozenset({"gamertag", "shortgamertag"}),
        {"shortgamertag": "name", "prefix": "club", "email": "email"},
    ),
    Preset(
        "start.gg",
        frozenset({"gamertag", "email"}),
        {"gamertag": "name", "prefix": "club", "email": "email"},
    ),
    # Teams with this column may be numbers, which count within an institution only.
    Preset("Tabbycat", frozenset({"name", "institution", "useinstitutionprefix"}), _TABBYCAT),
    Preset(
        "Tabbycat",
        frozenset({"name", "institution", "teamname"}),
        {**_TABBYCAT, "teamname": "team"},
    ),
    Preset("Tabbycat", frozenset({"name", "institution", "team"}), {**_TABBYCAT, "team": "team"}),
    Preset("Challonge", frozenset({"challongeusername"}), _CHALLONGE),
    Preset("Challonge", frozenset({"usernameoremail"}), _CHALLONGE),
)
"""Lists of other programs, by `title_key`s.

The first whose signs are there is meant; of two titles of one thing the first is used.
"""


def field_of(title: str) -> str:
    """Return the key of TITLES that a column of this title holds.

    It is blank if the title is not known.
    """
    key = title_key(title)
    return next((field for field, known in TITLES.items() if key in known), "")


def preset_of(titles: Iterable[str]) -> Preset | None:
    """Return the program's list that has these titles, if one does."""
    found = {title_key(title) for title in titles}
    return next((preset for preset in PRESETS if preset.signs <= found), None)


def known_titles(cells: Iterable[str]) -> int:
    """Return the number of different things named by the known titles.

    The known titles are those among `cells`.
    """
    texts = list(cells)
    preset = preset_of(texts)
    known = {field_of(text) for text in texts} - {""}
    return max(len(known), len(preset.signs) if preset else 0)
