"""Players are signed cookies: a random id, no account, nothing else."""

import os
import secrets
from pathlib import Path

from itsdangerous import BadSignature, Signer, TimestampSigner

from salon.core.contract import Illegal

COOKIE = "salon_player"
COOKIE_SECONDS = 400 * 24 * 3600
DEVICE_SECONDS = 600  # in which a seat can be brought to another device


class Players:
    """Who is who, by the key of this server."""

    def __init__(self, key: bytes) -> None:
        self._cookies = Signer(key, salt="player")
        self._devices = TimestampSigner(secrets.token_bytes(32))  # links end with the server
        self._used: set[str] = set()  # device links that were followed

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

    def follow(self, token: str) -> tuple[str, str]:
        """The player and table of a device link; works once, and not for long."""
        try:
            plain = self._devices.unsign(token, max_age=DEVICE_SECONDS).decode()
        except (BadSignature, UnicodeDecodeError):
            raise Illegal("old_link") from None
        if plain in self._used:  # not the token: its signature can be spelled in several ways
            raise Illegal("old_link")
        self._used.add(plain)
        player, table, _ = plain.split(".")
        return player, table


def check_origin(origin: str | None, host: str | None) -> None:
    """A page of somewhere else cannot act for people who are here."""
    if origin is not None and origin.split("://")[-1] != host:
        raise Illegal("wrong_origin")


def cookie_of(header: str) -> str | None:
    """Our cookie among all that a browser sends."""
    for part in header.split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE:
            return value.strip('"')
    return None


def read_key(folder: Path) -> bytes:
    """The key of this server, made on its first day."""
    file = folder / "key"
    if not file.exists():
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as new:
            new.write(secrets.token_bytes(32))
    return file.read_bytes()
