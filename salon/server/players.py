"""Players are signed cookies: a random id, no account, nothing else."""

import os
import secrets
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import structlog
from itsdangerous import BadSignature, Signer, TimestampSigner

from salon.core.refusal import Unusable
from salon.server.limits import Bucket
from salon.server.refusals import Forbidden, Gone
from salon.server.sqlite import OWNER_ONLY

COOKIE = "salon_player"
COOKIE_SECONDS = 400 * 24 * 3600
KEY_BYTES = 32
DEVICE_SECONDS = 600  # in which a seat can be brought to another device

log = structlog.get_logger()
_seldom = Bucket(1, 1 / 60)  # lines in the log


class Players:
    """Who is who, by the key of this server."""

    def __init__(self, key: bytes, devices: bytes | None = None) -> None:
        """Device links are signed with a key of their own: without one they end with the server."""
        self._cookies = Signer(key, salt="player")
        self._devices = TimestampSigner(devices or secrets.token_bytes(KEY_BYTES), salt="device")

    def new(self) -> str:
        return secrets.token_urlsafe(16)

    def sign(self, player: str) -> str:
        return self._cookies.sign(player).decode()

    def read(self, cookie: str | None) -> str | None:
        """The player of a cookie, unless it is forged."""
        try:
            return None if cookie is None else self._cookies.unsign(cookie).decode()
        except (BadSignature, UnicodeDecodeError):
            return None

    def device_token(self, player: str, table: str) -> str:
        return self._devices.sign(f"{player}.{table}.{secrets.token_urlsafe(6)}").decode()

    def follow(self, token: str, table: str) -> "DeviceLink":
        """A device link to this table; it does not work for long."""
        try:
            plain = self._devices.unsign(token, max_age=DEVICE_SECONDS).decode()
        except (BadSignature, UnicodeDecodeError):
            raise Gone("old_link") from None
        player, theirs, _ = plain.split(".")
        if theirs != table:
            raise Gone("old_link")
        return DeviceLink(player, plain)


class DeviceLink(NamedTuple):
    """Brings a player to another device."""

    player: str
    plain: str  # what was signed: a signature can be spelled in several ways

    def purse(self) -> tuple[str, float, float]:
        """What is spent by following it: it works once."""
        return f"link {sha256(self.plain.encode()).hexdigest()}", 1, 1 / (2 * DEVICE_SECONDS)


def check_origin(origin: str | None, scheme: str, host: str | None) -> None:
    """A page of somewhere else cannot act for people who are here."""
    if origin is None:
        return
    here = scheme.replace("ws", "http")
    theirs, _, where = origin.partition("://")
    if where == host and theirs != here and _seldom.take():
        log.warning("the proxy should say X-Forwarded-Proto", ours=here, theirs=theirs)
    if (theirs, where) != (here, host):
        raise Forbidden("wrong_origin")


def cookie_of(header: str) -> str | None:
    """Our cookie among all that a browser sends."""
    for part in header.split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE:
            return value.strip('"')
    return None


def read_key(folder: Path) -> bytes:
    """The key of this server, made on its first day: whole, or not at all."""
    file = folder / "key"
    if not file.exists():
        write_whole(file, secrets.token_bytes(KEY_BYTES))
    file.chmod(OWNER_ONLY)
    key = file.read_bytes()
    if len(key) != KEY_BYTES:
        raise Unusable("bad_key", name=str(file), bytes=len(key))
    return key


def write_whole(file: Path, content: bytes) -> None:
    """A kill at any moment leaves the file as it was, or as it should be."""
    draft = file.with_suffix(".new")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OWNER_ONLY), "wb") as new:
        new.write(content)
        new.flush()
        os.fsync(new.fileno())
    draft.replace(file)
    folder = os.open(file.parent, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)
