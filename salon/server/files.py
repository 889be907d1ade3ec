"""The built page: a few files, in memory, as small as the build made them, with their headers."""

import mimetypes
from collections.abc import Awaitable, Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from msgspec import Struct

mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("text/javascript", ".js")

NOT_BUILT = (
    b"<!doctype html><title>Salon</title><p>The page is not built yet: run python3 dev.py build."
)
NOT_SOURCES = {"generated", "node_modules"}  # of the page
MACHINES = ("/api/", "/assets/")  # what is asked for by the page, not by people
FOR_EVER = "public, max-age=31536000, immutable"  # for files whose name holds their hash
PACKED = {"br": ".br", "gzip": ".gz"}  # the best first; web/tools/compress.ts writes them


Announce = Callable[[Request[Any, Any, State], bytes], Awaitable[bytes | None]]
"""The page as it should be sent to this request; None: as it is."""


class File(Struct, frozen=True):
    """One file as it is sent: the whole of it, and what the build made smaller."""

    kind: str
    tag: str
    bodies: dict[str, bytes]  # by encoding; "" as it is

    def encoding(self, accepted: str) -> str:
        able = encodings(accepted)
        return next((one for one in PACKED if one in able and one in self.bodies), "")


def file(path: str, body: bytes, packed: dict[str, bytes]) -> File:
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    return File(kind, sha256(body).hexdigest()[:16], {"": body, **packed})


def encodings(accepted: str) -> set[str]:
    """Those that a browser names and does not refuse."""
    named = (one.replace(" ", "").lower().partition(";q=") for one in accepted.split(","))
    return {name for name, _, weight in named if not weight or weight.strip("0.")}


def is_outdated(page: Path, web: Path) -> bool:
    """In a checkout: whether the page was built before what it is made of was changed."""
    index = page / "index.html"
    if not (index.exists() and web.is_dir()):
        return False
    sources = (file for file in web.rglob("*.*") if not set(file.parts) & NOT_SOURCES)
    return max(file.stat().st_mtime for file in sources) > index.stat().st_mtime


class Page:
    """Every file under one folder; what is not a file is the page itself."""

    def __init__(self, folder: Path, announce: Announce | None = None) -> None:
        self._announce = announce
        found = {
            f"/{file.relative_to(folder).as_posix()}": file.read_bytes()
            for file in folder.rglob("*")
            if file.is_file()
        }
        self._files = {
            path: file(path, body, _packed(found, path))
            for path, body in found.items()
            if not path.endswith(tuple(PACKED.values()))
        }
        self._index = self._files.get("/index.html", file("/index.html", NOT_BUILT, {}))

    def handlers(self) -> list[HTTPRouteHandler]:
        @get(["/", "/{path:path}"], include_in_schema=False)
        async def page(
            request: Request[Any, Any, State], path: FromPath[str] = "/"
        ) -> Response[bytes]:
            headers = request.headers
            if announced := await self._announced(request, path):
                return announced
            return self._answer(
                path, headers.get("if-none-match"), headers.get("accept-encoding", "")
            )

        return [page]

    async def _announced(
        self, request: Request[Any, Any, State], path: str
    ) -> Response[bytes] | None:
        """In the language of whoever asks, so nobody else's answer will do."""
        if self._announce is None or path in self._files or path.startswith(MACHINES):
            return None
        page = await self._announce(request, self._index.bodies[""])
        headers = {"cache-control": "no-cache", "vary": "accept-language"}
        return Response(page, media_type="text/html", headers=headers) if page else None

    def _answer(self, path: str, known: str | None, accepted: str = "") -> Response[bytes]:
        if path.startswith("/api/") or (path.startswith("/assets/") and path not in self._files):
            return Response(b'{"key":"not_found","details":{}}', status_code=404)
        found = self._files.get(path, self._index)
        encoding = found.encoding(accepted)
        tag = f'"{found.tag}{encoding and f"-{encoding}"}"'
        headers = {
            "etag": tag,
            "cache-control": FOR_EVER if path.startswith("/assets/") else "no-cache",
        }
        if len(found.bodies) > 1:
            headers["vary"] = "accept-encoding"
        if is_known(tag, known):
            return Response(b"", status_code=304, headers=headers)
        if encoding:
            headers["content-encoding"] = encoding
        return Response(found.bodies[encoding], media_type=found.kind, headers=headers)


def _packed(found: dict[str, bytes], path: str) -> dict[str, bytes]:
    return {one: found[path + end] for one, end in PACKED.items() if path + end in found}


def is_known(tag: str, known: str | None) -> bool:
    """A proxy on the way may have called the tag weak."""
    return tag in [one.strip().removeprefix("W/") for one in (known or "").split(",")]
