"""The built page: a few files, in memory, with the headers they need."""

import mimetypes
from hashlib import sha256
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("text/javascript", ".js")

NOT_BUILT = (
    b"<!doctype html><title>Salon</title><p>The page is not built yet: run python3 dev.py build."
)
FOR_EVER = "public, max-age=31536000, immutable"  # for files whose name holds their hash


class Page:
    """Every file under one folder; what is not a file is the page itself."""

    def __init__(self, folder: Path) -> None:
        self._files = {
            f"/{file.relative_to(folder).as_posix()}": file.read_bytes()
            for file in folder.rglob("*")
            if file.is_file()
        }
        self._index = self._files.get("/index.html", NOT_BUILT)

    def handlers(self) -> list[HTTPRouteHandler]:
        @get(["/", "/{path:path}"], include_in_schema=False)
        async def page(
            request: Request[Any, Any, State], path: FromPath[str] = "/"
        ) -> Response[bytes]:
            return self._answer(path, request.headers.get("if-none-match"))

        return [page]

    def _answer(self, path: str, known: str | None) -> Response[bytes]:
        if path.startswith("/api/") or (path.startswith("/assets/") and path not in self._files):
            return Response(b'{"key":"not_found","details":{}}', status_code=404)
        body = self._files.get(path, self._index)
        kind = mimetypes.guess_type(path)[0] if path in self._files else "text/html"
        tag = f'"{sha256(body).hexdigest()[:16]}"'
        headers = {
            "etag": tag,
            "cache-control": FOR_EVER if path.startswith("/assets/") else "no-cache",
        }
        if known == tag:
            return Response(b"", status_code=304, headers=headers)
        return Response(body, media_type=kind or "application/octet-stream", headers=headers)
