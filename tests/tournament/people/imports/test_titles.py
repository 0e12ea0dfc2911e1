"""Titles of columns in several languages, and lists that other programs write."""

import pytest

from tournament.people.imports.players import PlayerRow, read_players
from tournament.people.imports.titles import HALVES, PRESETS, TITLES, field_of, title_key


@pytest.mark.parametrize(
    ("title", "field"),
    [
        ("Verein", "club"),
        ("E-Mail-Adresse", "email"),
        ("VORNAME", "first"),
        ("Nachname:", "last"),
        ("Setzplatz", "seed"),
        ("Mannschaft", "team"),
        ("Correo Electrónico", "email"),
        ("correo electronico", "email"),
        ("Apellidos", "last"),
        ("Cognome", "last"),
        ("Società", "club"),
        ("Achternaam", "last"),
        ("E-mailadres", "email"),
        ("Imię i nazwisko", "name"),
        ("DRUŻYNA", "team"),
        ("druzyna", "team"),
        ("Équipe", "team"),
        ("Nom_de_famille", "last"),
        ("Клуб", "club"),
        ("Эл. почта", "email"),
        ("Ф.И.О.", "name"),
        ("№", "seed"),
        ("команда", "team"),
        ("External ID", "external_id"),
        ("external_id", "external_id"),
        ("ID", "external_id"),
        ("Mitgliedsnummer", "external_id"),
        ("Mitglieds-Nr.", "external_id"),
        ("N° FFAM", "external_id"),
        ("FFAM no.", "external_id"),
        ("Numéro de licence", "external_id"),
        ("Членский номер", "external_id"),
        ("Рейтинг", "rating"),
        ("Elo", "rating"),
        ("fee", ""),
        ("", ""),
    ],
)
def test_titles_are_known_without_case_accents_and_punctuation(title: str, field: str) -> None:
    assert field_of(title) == field


def test_no_title_means_two_things() -> None:
    known = [title for titles in TITLES.values() for title in titles]
    assert len(known) == len(set(known))
    assert set(HALVES) <= set(TITLES["name"])
    for preset in PRESETS:
        used = [*preset.signs, *preset.holds]
        assert used == [title_key(title) for title in used]
        assert set(preset.holds.values()) <= set(TITLES)


@pytest.mark.parametrize(
    ("titles", "row"),
    [
        ("Vorname;Nachname;Verein", "Ada;Byron;North"),
        ("Name;Vorname;Verein", "Byron;Ada;North"),
        ("Nombre;Apellidos;Club", "Ada;Byron;North"),
        ("Nome;Cognome;Circolo", "Ada;Byron;North"),
        ("Voornaam;Achternaam;Vereniging", "Ada;Byron;North"),
        ("Voornaam;Naam;Club", "Ada;Byron;North"),
        ("Imię;Nazwisko;Klub", "Ada;Byron;North"),
        ("Фамилия;Имя;Клуб", "Byron;Ada;North"),
        ("Nombre;Club", "Ada Byron;North"),
        ("Nome;Società", "Ada Byron;North"),
    ],
)
def test_names_in_halves_are_put_together_in_each_language(titles: str, row: str) -> None:
    (found,) = read_players(f"{titles}\n{row}\n".encode()).rows
    assert (found.name, found.club) == ("Ada Byron", "North")


START_GG = "Id,GamerTag,Short GamerTag,Prefix,First Name,Last Name,Email,Checked In"
TABBYCAT = "name,institution,team_name,gender,pronoun,email"


@pytest.mark.parametrize(
    ("titles", "row", "expected"),
    [
        (
            START_GG,
            "7,North | ada,ada,North,Ada,Byron,a@example.org,No",
            PlayerRow(2, "ada", "North", "", "a@example.org", None),
        ),
        (
            "GamerTag,First Name,Last Name,Email",
            "ada,Ada,Byron,a@example.org",
            PlayerRow(2, "ada", "", "", "a@example.org", None),
        ),
        (
            TABBYCAT,
            "Ada Byron,Trinity,Analysts,F,she,a@example.org",
            PlayerRow(2, "Ada Byron", "Trinity", "Analysts", "a@example.org", None),
        ),
        (
            "name,institution,team_name,use_institution_prefix,email",
            "Ada Byron,Trinity,1,1,a@example.org",
            PlayerRow(2, "Ada Byron", "Trinity", "", "a@example.org", None),
        ),
        (
            "Seed,Display Name,Name,Challonge Username,Email",
            "3,Countess,Ada,ada1815,a@example.org",
            PlayerRow(2, "Ada", "", "", "a@example.org", 3),
        ),
    ],
)
def test_lists_of_other_programs_are_read_as_they_are(
    titles: str, row: str, expected: PlayerRow
) -> None:
    found = read_players(f"{titles}\n{row}\n".encode(), own_teams=True)
    assert found.faults == ()
    assert found.rows == (expected,)
