"""Finite fields GF(p^k) as tables of whole numbers.

Element e is the polynomial of its digits.
"""

from __future__ import annotations

from functools import cache
from itertools import product

Table = tuple[tuple[int, ...], ...]


def prime_power(order: int) -> tuple[int, int] | None:
    """Return (p, k) with p prime and p**k == order, or None."""
    if order < 2:
        return None
    prime = next((d for d in range(2, order + 1) if order % d == 0), order)
    power, rest = 0, order
    while rest % prime == 0:
        rest //= prime
        power += 1
    return (prime, power) if rest == 1 else None


@cache
def field(order: int) -> tuple[Table, Table]:
    """Return addition and multiplication of the field of a prime power order."""
    found = prime_power(order)
    if found is None:
        raise ValueError(f"no field has {order} elements")
    prime, power = found
    modulus = _irreducible(prime, power)
    digits = [_digits(element, prime, power) for element in range(order)]
    add = tuple(
        tuple(_number([(x + y) % prime for x, y in zip(a, b, strict=True)], prime) for b in digits)
        for a in digits
    )
    multiply = tuple(
        tuple(_number(_multiply_polynomials(a, b, modulus, prime), prime) for b in digits)
        for a in digits
    )
    return add, multiply


def _digits(element: int, prime: int, power: int) -> list[int]:
    return [element // prime**k % prime for k in range(power)]


def _number(digits: list[int], prime: int) -> int:
    return sum(digit * prime**k for k, digit in enumerate(digits))


def _multiply_polynomials(a: list[int], b: list[int], modulus: list[int], prime: int) -> list[int]:
    """Return the product of two polynomials, lowest degree first, modulo a monic one."""
    power = len(modulus) - 1
    result = [0] * (2 * power)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            result[i + j] = (result[i + j] + x * y) % prime
    for degree in range(2 * power - 1, power - 1, -1):
        lead = result[degree]
        for k, coefficient in enumerate(modulus):
            at = degree - power + k
            result[at] = (result[at] - lead * coefficient) % prime
    return result[:power]


def _irreducible(prime: int, power: int) -> list[int]:
    """Return a monic polynomial of this degree without a proper factor."""
    for low in product(range(prime), repeat=power):
        candidate = [*low, 1]
        if not any(
            _divides([*factor, 1], candidate, prime)
            for degree in range(1, power // 2 + 1)
            for factor in product(range(prime), repeat=degree)
        ):
            return candidate
    raise ValueError("every degree has an irreducible polynomial")


def _divides(factor: list[int], polynomial: list[int], prime: int) -> bool:
    rest, degree = list(polynomial), len(factor) - 1
    for top in range(len(rest) - 1, degree - 1, -1):
        lead = rest[top]
        for k, coefficient in enumerate(factor):
            at = top - degree + k
            rest[at] = (rest[at] - lead * coefficient) % prime
    return not any(rest)
