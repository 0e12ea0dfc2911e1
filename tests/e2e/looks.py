"""What pages are looked at in: sizes of screens, light and dark, and what is asked of each look."""

from playwright.sync_api import Page

from tests.e2e.conftest import Axe

EVERY_RULE: tuple[str, ...] = ()
CONTRAST = ("color-contrast",)
LAID_OUT = ("target-size", "scrollable-region-focusable")
Look = tuple[tuple[int, int], str, tuple[str, ...]]
# A laptop shows what a phone leaves out; a projector shows the same in the same colours, larger.
LOOKS: list[Look] = [
    ((390, 844), "light", EVERY_RULE),
    ((390, 844), "dark", CONTRAST),
    ((1280, 800), "dark", CONTRAST),
    ((1280, 800), "light", EVERY_RULE),
    ((1920, 1080), "light", LAID_OUT),
]
# Longer words are laid out otherwise; colours in the dark are the same in each language.
WORDS: list[Look] = [
    ((390, 844), "light", EVERY_RULE),
    ((1280, 800), "dark", LAID_OUT),
    ((1920, 1080), "light", LAID_OUT),
]
IN_EACH_LANGUAGE = [("en-GB", LOOKS), ("fr-FR", WORDS), ("ru-RU", WORDS)]
SMALL = 360, 740
"""The narrowest screen on which no page scrolls sideways."""
OPEN = "document.querySelectorAll('details').forEach((item) => { item.open = true; })"
# The system's letters differ: on Android, and where they are wider than most.
FAMILIES = ["Noto Sans", "DejaVu Sans"]
_TOO_WIDE = """families => families.filter((family) => {
  const page = document.documentElement;
  page.style.setProperty("--sans", `"${family}"`);
  const wide = page.scrollWidth > page.clientWidth;
  page.style.removeProperty("--sans");
  return wide;
})"""


def faults_of(page: Page, axe: Axe, looks: list[Look]) -> list[str]:
    """What is wrong with an open page in these looks and on a small screen, a line each; its parts
    that unfold are looked at unfolded."""
    page.evaluate(OPEN)
    found = []
    for size, scheme, rules in looks:
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        found += _too_wide(page, size)
        found += [f"{size[0]}, {scheme}: {fault}" for fault in axe(page, *rules)]
    return found + _too_wide(page, SMALL)


def _too_wide(page: Page, size: tuple[int, int]) -> list[str]:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    families = page.evaluate(_TOO_WIDE, FAMILIES)
    return [f"{size[0]}: wider than the screen in {family}" for family in families]
