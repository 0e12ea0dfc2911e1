"""A page of the server as a page of a copy: what changes, what goes, and that the rest stays."""

import pytest

from referee.static_site.rewriting import Rewriter

SCRIPT = '<script src="../site.js" defer></script>'


def rewritten(html: str, frames: str = "") -> str:
    return Rewriter(
        link=lambda href: {"/e/open/": "index.html"}.get(href),
        asset=lambda href: f"assets{href}",
        frames=lambda: frames,
        script="../site.js",
    ).rewritten(html)


@pytest.mark.parametrize(
    "html",
    [
        "<!DOCTYPE html><p class='a'  id=b>Tom &amp; Zoë &#8239; &lt;b&gt;</p>",
        '<svg viewBox="0 0 1 1"><path d="M0 0"/><use /></svg>',
        '<a href="#board">Board</a>',
        '<a role="link" aria-disabled="true">Back</a>',
        '<meta name="viewport" content="width=device-width">',
        "<details open><summary>Why?</summary></details>",
    ],
)
def test_what_needs_no_server_stays_to_the_byte(html: str) -> None:
    assert rewritten(html) == html


@pytest.mark.parametrize(
    ("html", "copy"),
    [
        ('<a class="x" href="/e/open/">A</a>', '<a class="x" href="index.html">A</a>'),
        ('<p>See <a href="/organise/">B <b>C</b></a>.</p>', "<p>See <span>B <b>C</b></span>.</p>"),
        ("<head><title>T</title></head>", f"<head><title>T</title>{SCRIPT}</head>"),
        ('<script type="module" src="/a.js"></script>', ""),
        ("<noscript><p>No</p></noscript>a", "a"),
        ('<link rel="preload" href="/a" as="font">a', "a"),
        ('<link rel="alternate" href="/feed">a', "a"),
        ('<link rel="stylesheet" href="/a.css">', '<link rel="stylesheet" href="assets/a.css">'),
        ('<img src="/a.svg" alt="">', '<img src="assets/a.svg" alt="">'),
        ('<meta property="og:url" content="https://a/">a', "a"),
        ('<meta name="twitter:card" content="b">a', "a"),
        ('<meta name="event-version" content="7">a', "a"),
        ("<div data-online><div>a</div><br><p>b</p></div>c", "c"),
        ('<input data-online name="a">b', "b"),
        ('<form data-online action="/a"><a href="/e/open/">a</a></form>b', "b"),
    ],
)
def test_links_lead_to_files_and_what_needs_a_server_goes(html: str, copy: str) -> None:
    assert rewritten(html) == copy


def test_a_replay_has_its_moments_in_the_page() -> None:
    html = '<section data-replay data-base="/e/open/r/1/t/1/replay/">a</section>'
    frames = '{"text": "</template><script>&"}'
    told = "{&quot;text&quot;: &quot;&lt;/template&gt;&lt;script&gt;&amp;&quot;}"
    assert rewritten(html, frames) == (
        f'<section data-replay data-base=""><template data-document>{told}</template>a</section>'
    )
