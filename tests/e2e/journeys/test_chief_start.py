"""What a game began from where the table threw for its roles, corrected on the chief's page."""

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.journeys.hall import CONFIRMED, HEADER, Hall, TabletScreen, log_of
from tests.e2e.journeys.test_chief import divide_roles
from tournament.models import Table

ROLES = {"p01": "competitor", "p02": "monopolist", "p03": "competitor"}
"""As they were thrown for."""
SIZES = ((1920, 1080), (390, 844), (1280, 800))


def test_the_chief_corrects_roles_that_were_thrown_for_and_who_began(
    hall: Hall,
    new_table: Callable[..., Table],
    new_tablet: Callable[..., TabletScreen],
    device: BrowserContext,
    shot: Callable[[Page, str], None],
) -> None:
    table = new_table(HEADER, roles="thrown")
    tablet = new_tablet(device)
    tablet.open()
    tablet.pair(hall.code(table))
    tablet.judged_here()
    divide_roles(tablet, shot)
    tablet.badge(CONFIRMED)
    page = hall.game(table)
    page.locator("#event-1").get_by_role("link", name="Correct").click()
    page.get_by_role("link", name="Correct it where it was entered").click()
    expect(page.locator('[data-tap="line-first-p01"]')).to_have_attribute("aria-pressed", "true")
    # Whose roles they are can be seen, not only heard.
    captions = page.locator(".sheet-body .row-label")
    expect(captions).to_have_text(["Who begins", "Ada", "Ben", "Софья"])
    for player, role in ROLES.items():
        chosen = page.locator(f'[data-tap="line-role-{player}-{role}"]')
        expect(chosen).to_have_attribute("aria-pressed", "true")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        shot(page, f"chief-start-thrown-{width}")
    # All of them the same: the rule says so, and nothing can be logged.
    tap(page, "line-role-p02-competitor")
    expect(page.locator(".sheet-body")).to_contain_text("the roles differ by one at most")
    expect(page.locator('[data-tap="line-correct"]')).to_be_disabled()
    tap(page, "line-role-p02-monopolist", "line-role-p03-monopolist", "line-first-p02")
    shot(page, "chief-start-thrown-preview")
    tap(page, "line-correct")
    page.get_by_label("Reason").fill("Ben began, and two are monopolists.")
    page.get_by_role("button", name="Log the correction").click()
    expect(page.get_by_text("The correction is in the log.")).to_be_visible()
    tablet.page.wait_for_function(
        "() => window.tablet.state.view.players.map(({ id, role }) => [id, role]).join()"
        " === 'p02,monopolist,p03,monopolist,p01,competitor'"
    )
    (start,) = log_of(table)[-1]["replacement"]
    assert [player["id"] for player in start["header"]["players"]] == ["p02", "p03", "p01"]
    assert "throws" not in start


def tap(page: Page, *names: str) -> None:
    for name in names:
        page.locator(f'[data-tap="{name}"]:enabled').click()
