"""The built page is sent as small as the browser can take it, and only once."""

import os
from pathlib import Path

import pytest

from salon.server.files import FOR_EVER, Page, is_outdated

SCRIPT = b"export const words = 'paper, ink, candlelight, velvet';" * 20


@pytest.fixture
def page(tmp_path: Path) -> Page:
    assets = tmp_path / "assets"
    assets.mkdir()
    (tmp_path / "index.html").write_bytes(b"<!doctype html>")
    (assets / "index-1.js").write_bytes(SCRIPT)
    (assets / "index-1.js.br").write_bytes(b"brotli")
    (assets / "index-1.js.gz").write_bytes(b"gzip")
    return Page(tmp_path)


def sent(page: Page, accepted: str, known: str | None = None) -> tuple[int, bytes, dict[str, str]]:
    answer = page._answer("/assets/index-1.js", known, accepted)
    return answer.status_code or 200, answer.content, dict(answer.headers)


@pytest.mark.parametrize(
    ("accepted", "encoding", "body"),
    [
        ("gzip, deflate, br, zstd", "br", b"brotli"),
        ("gzip, deflate", "gzip", b"gzip"),
        ("br;q=0, gzip;q=0.5", "gzip", b"gzip"),
        ("BR ; q=1.0", "br", b"brotli"),
        ("identity", None, SCRIPT),
        ("gzip;q=0.000", None, SCRIPT),
        ("gzip;q=", "gzip", b"gzip"),
        ("", None, SCRIPT),
    ],
)
def test_a_browser_gets_the_smallest_that_it_accepts(
    page: Page, accepted: str, encoding: str | None, body: bytes
) -> None:
    status, got, headers = sent(page, accepted)
    assert (status, got, headers.get("content-encoding")) == (200, body, encoding)
    assert headers["vary"] == "accept-encoding" and headers["cache-control"] == FOR_EVER


def test_each_encoding_has_a_tag_of_its_own_and_is_not_sent_twice(page: Page) -> None:
    tags = [sent(page, accepted)[2]["etag"] for accepted in ("br", "gzip", "")]
    assert len(set(tags)) == 3
    for known in (tags[0], f"W/{tags[0]}", f'"other", {tags[0]}'):
        assert sent(page, "br", known)[:2] == (304, b"")
    assert sent(page, "gzip", tags[0])[:2] == (200, b"gzip")


def test_what_the_build_packed_is_no_file_of_its_own(page: Page) -> None:
    assert page._answer("/assets/index-1.js.br", None).status_code == 404


def test_a_file_with_nothing_smaller_varies_with_nothing(page: Page) -> None:
    answer = page._answer("/t/some-table", None, "br")
    assert answer.content == b"<!doctype html>" and "vary" not in answer.headers
    assert answer.headers["cache-control"] == "no-cache"


def test_every_script_and_style_of_the_built_page_is_packed_once() -> None:
    built = Path(__file__).parent.parent / "salon" / "server" / "page"
    texts = [file for file in built.rglob("*") if file.suffix in {".js", ".css", ".html"}]
    large = [file for file in texts if file.stat().st_size > 2_000]
    assert large
    for file in large:
        for end in (".br", ".gz"):
            assert file.with_name(file.name + end).stat().st_size < file.stat().st_size


def test_a_page_that_was_built_before_its_sources_changed_is_known(tmp_path: Path) -> None:
    page, web = tmp_path / "page", tmp_path / "web"
    assert not is_outdated(page, web)
    page.mkdir()
    web.mkdir()
    (page / "index.html").touch()
    source = web / "main.ts"
    source.touch()
    built = (page / "index.html").stat().st_mtime
    os.utime(source, (built - 5, built - 5))
    assert not is_outdated(page, web)
    os.utime(source, (built + 5, built + 5))
    assert is_outdated(page, web)
