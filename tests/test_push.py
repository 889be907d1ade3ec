"""What goes out to push services: for one browser's eyes, to known services, and once."""

import asyncio
import json
import logging
import sys
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from msgspec.structs import replace

from salon.core.refusal import Refusal
from salon.server.circle.row import Subscription
from salon.server.live import Setting
from salon.server.notices import open_push
from salon.server.push import Pusher
from tests.client import Person
from tests.client import Refused as NotTaken
from tests.running import RunningServer

KEY = b"k" * 32
TESTS = Setting(push_loopback=True)


def code(plain: bytes) -> str:
    return urlsafe_b64encode(plain).rstrip(b"=").decode()


class Browser:
    """Decrypts as RFC 8291 has it."""

    def __init__(self) -> None:
        self._own = generate_private_key(SECP256R1())
        self.public = self._own.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        self.auth = b"a" * 16

    def subscription(self, endpoint: str) -> Subscription:
        return Subscription("ana", endpoint, code(self.public), code(self.auth), "en", "UTC")

    def read(self, body: bytes) -> bytes:
        salt, length = body[:16], body[20]
        theirs, secret = body[21 : 21 + length], body[21 + length :]
        shared = self._own.exchange(
            ECDH(), EllipticCurvePublicKey.from_encoded_point(SECP256R1(), theirs)
        )
        info = b"WebPush: info\0" + self.public + theirs
        seed = HKDF(SHA256(), 32, salt=self.auth, info=info).derive(shared)
        key = HKDF(SHA256(), 16, salt=salt, info=b"Content-Encoding: aes128gcm\0").derive(seed)
        nonce = HKDF(SHA256(), 12, salt=salt, info=b"Content-Encoding: nonce\0").derive(seed)
        return AESGCM(key).decrypt(nonce, secret, None).rstrip(b"\0").removesuffix(b"\2")


class Service:
    """A push service on this machine: keeps what it is given, and answers as it is told to."""

    def __init__(self, status: str) -> None:
        self.status = status
        self.port = 0
        self.asked: list[tuple[str, dict[str, str], bytes]] = []

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in head[1:] if line)
        body = await reader.readexactly(int(headers["content-length"]))
        self.asked.append((head[0], headers, body))
        writer.write(f"HTTP/1.1 {self.status}\r\ncontent-length: 0\r\n".encode())
        writer.write(f"location: http://127.0.0.1:{self.port}/elsewhere\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.port}/send/secret?token=1"


@asynccontextmanager
async def a_service(status: str = "201 Created") -> AsyncIterator[Service]:
    service = Service(status)
    server = await asyncio.start_server(service.answer, "127.0.0.1", 0)
    service.port = server.sockets[0].getsockname()[1]
    async with server:
        yield service


async def test_only_the_browser_that_asked_can_read_a_notice() -> None:
    browser, pusher = Browser(), Pusher(KEY, TESTS)
    async with a_service() as service:
        to = browser.subscription(service.endpoint)
        assert await pusher.send(to, b'{"title":"Your turn"}', "table") == "sent"
    ((line, headers, body),) = service.asked
    assert line == "POST /send/secret?token=1 HTTP/1.1" and b"Your turn" not in body
    assert browser.read(body) == b'{"title":"Your turn"}'
    assert headers["content-encoding"] == "aes128gcm" and int(headers["ttl"]) > 3_600
    assert headers["topic"] == "table"


async def test_a_push_service_knows_the_server_by_the_key_that_browsers_were_given() -> None:
    pusher = Pusher(KEY, TESTS)
    assert pusher.key == Pusher(KEY, TESTS).key != Pusher(b"o" * 32, TESTS).key
    _, headers = pusher.seal(Browser().subscription("https://push.example/1"), b"")
    token, key = headers["authorization"].removeprefix("vapid t=").split(", k=")
    assert key == pusher.key
    public = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), _decoded(key))
    claims = jwt.decode(token, public, ["ES256"], audience="https://push.example")
    assert claims["sub"] == "mailto:salon@example.com"


def _decoded(key: str) -> bytes:
    return urlsafe_b64decode(key + "=")


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        ("404 Not Found", "gone"),
        ("410 Gone", "gone"),
        ("302 Found", "failed"),
        ("307 Temporary Redirect", "failed"),
        ("500 Oops", "failed"),
    ],
)
async def test_what_a_push_service_answers_counts_and_where_it_leads_does_not(
    status: str, outcome: str
) -> None:
    async with a_service(status) as service:
        to = Browser().subscription(service.endpoint)
        assert await Pusher(KEY, TESTS).send(to, b"", "table") == outcome
    assert len(service.asked) == 1


async def test_a_failure_is_logged_without_saying_where(
    capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with a_service("500 Oops") as service:
        to = Browser().subscription(service.endpoint)
        await Pusher(KEY, TESTS).send(to, b"", "table")
    assert await Pusher(KEY, TESTS).send(to, b"", "table") == "failed"  # nobody is there any more
    out = capsys.readouterr()
    said = out.out + out.err + caplog.text
    assert "not taken" in said and "not sent" in said
    assert "secret" not in said and str(service.port) not in said


async def test_keys_that_are_none_are_gone() -> None:
    to = replace(Browser().subscription("http://127.0.0.1:9/x"), p256dh="A" * 87)
    assert await Pusher(KEY, TESTS).send(to, b"", "table") == "gone"


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/x",
        "https://updates.push.services.mozilla.com/wpush/v2/x",
        "https://web.push.apple.com/x",
        "https://wns2-par02p.notify.windows.com/w/?token=x",
    ],
)
def test_push_services_of_browsers_are_known(endpoint: str) -> None:
    Pusher(KEY, Setting()).check(endpoint)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/fcm/send/x",
        "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com@push.example/x",
        "https://fcm.googleapis.com.push.example/x",
        "https://evilpush.apple.com.example/x",
        "https://xpush.apple.com/x",
        "https://127.0.0.1/x",
        "http://127.0.0.1:8000/x",
        "http://[::1/x",
        "file:///etc/passwd",
    ],
)
def test_nothing_is_sent_anywhere_else(endpoint: str) -> None:
    with pytest.raises(Refusal):
        Pusher(KEY, Setting()).check(endpoint)


def test_without_the_extra_nobody_is_notified_and_the_server_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "webpush", None)
    assert open_push(KEY, Setting()) is None
    assert "extra push" in capsys.readouterr().out


async def test_a_browser_can_ask_for_notices_and_end_them(server: RunningServer) -> None:
    person = Person(server.address)
    assert len((await person.get("/api/push"))["key"]) == 87
    link = await person.post("/api/tables", {"game": "bluff", "seats": 2})
    path = f"/api/circles/{link['circle']}/notices"
    asked = {
        "endpoint": "https://fcm.googleapis.com/fcm/send/x",
        "keys": {"p256dh": code(Browser().public), "auth": code(b"a" * 16)},
        "language": "fr-FR",
        "zone": "Europe/Paris",
        "quiet": [1320, 480],
    }
    with pytest.raises(NotTaken, match="not_in_circle"):
        await person.post(path, asked)
    await person.post(f"/api/circles/{link['circle']}/enter", {"name": "Ana", "symbol": "moon"})
    await person.post(path, asked)
    for bad in ({"endpoint": "https://push.example/x"}, {"zone": "Nowhere"}, {"quiet": [0, 1440]}):
        with pytest.raises(NotTaken):
            await person.post(path, {**asked, **bad})
    socket = await person.join(link["circle"])
    await socket.until(lambda seen: seen["people"])
    await person.post(f"{path}/end", {"endpoint": asked["endpoint"]})
    assert "fcm.googleapis" not in json.dumps(socket.received)
