"""When two e-mail addresses are the same one, and that nothing else decides it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.mail.message import sanitize_address

from tournament.common.email_addresses import address_key

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada@Example.ORG", "ada@example.org"),
        ("ada@bücher.example", "ada@xn--bcher-kva.example"),
        ("ada@BÜCHER.example", "ada@bücher.example"),
    ],
)
def test_case_and_the_form_of_the_domain_make_no_difference(one: str, other: str) -> None:
    assert address_key(one) == address_key(other)


@pytest.mark.parametrize(
    ("victim", "stranger"),
    [
        ("victim@gmail.com", "victim@gmaıl.com"),
        ("victim@gmail.com", "vıctim@gmail.com"),
        ("kate@example.org", "\u212aate@example.org"),
        ("straße@example.org", "strasse@example.org"),
        ("é@example.org", "e\u0301@example.org"),
    ],
)
def test_what_looks_alike_is_another_address(victim: str, stranger: str) -> None:
    assert address_key(victim) != address_key(stranger)


@pytest.mark.parametrize(
    "domain",
    ["Bücher.example", "straße.example", "cl\u1d58b.example", "vic\u115ftim.example", "gmaıl.com"],
)
def test_the_key_names_the_domain_that_mail_goes_to(domain: str) -> None:
    sent_to = sanitize_address(f"ada@{domain}", "utf-8")
    assert address_key(f"Ada@{domain}") == sent_to.lower()


def test_none_is_none() -> None:
    assert address_key("") == ""


def comparisons(source: str) -> Iterator[int]:
    """The lines that would have the database compare texts by the case of any letter."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.keyword(arg=str(name)) | ast.Constant(value=str(name)):
                if name.endswith("__iexact"):
                    yield node.lineno
            case ast.Name(id="Lower" | "Upper") | ast.alias(name="Lower" | "Upper"):
                yield node.lineno


def test_no_code_compares_by_the_case_of_any_letter() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for package in ("config", "tournament", "referee")
        for path in sorted((ROOT / package).rglob("*.py"))
        for line in comparisons(path.read_text("utf-8"))
    ]
    assert not found, f"compare by tournament.common.email_addresses.address_key: {found}"


@pytest.mark.parametrize(
    "source",
    ["f(email__iexact=a)", "{'email__iexact': a}", "from x import Lower", "Lower('email')"],
)
def test_every_way_to_compare_is_found(source: str) -> None:
    assert list(comparisons(source)) == [1]
