"""Web Push: a few encrypted words to the push service of somebody's browser, if they asked for it.

This is the only traffic that goes out of a server, and it goes to the push services of browsers
alone. It needs the extra `push`. The key that they know a server by follows from the server's own.
"""

import asyncio
from base64 import urlsafe_b64encode
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import SplitResult, urlsplit

import structlog
from cryptography.hazmat.primitives.asymmetric.ec import (
    SECP256R1,
    EllipticCurvePrivateKey,
    derive_private_key,
)
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from salon.core.refusal import Refusal
from salon.server.circle.row import Subscription
from salon.server.live import Setting
from salon.server.notices import Outcome

SERVICES = (
    "fcm.googleapis.com",
    ".push.services.mozilla.com",
    ".push.apple.com",
    ".notify.windows.com",
)
LOOPBACK = "127.0.0.1"
SECONDS = 10.0  # that a push service has to answer
KEPT = 24 * 3_600  # seconds for which it tries to reach a device
AT_ONCE = 4
GONE = (404, 410)

log = structlog.get_logger()


class Pusher:
    """Says something to devices that asked for it."""

    def __init__(self, key: bytes, setting: Setting) -> None:
        self._own = own_key(key)
        public = self._own.public_key()
        self.key = _plain(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
        self._contact = setting.contact
        self._loopback = setting.push_loopback
        self._threads = ThreadPoolExecutor(AT_ONCE, "push")  # a slow service holds up nothing else

    def check(self, endpoint: str) -> None:
        """A Refusal, unless it is a push service's."""
        if not self._is_service(endpoint):
            raise Refusal("strange_push_service")

    def _is_service(self, endpoint: str) -> bool:
        try:
            at = urlsplit(endpoint)
            host, port = at.hostname or "", at.port
        except ValueError:
            return False
        if self._loopback and host == LOOPBACK:
            return True
        known = any(host == one or (one[0] == "." and host.endswith(one)) for one in SERVICES)
        return known and at.scheme == "https" and port in (None, 443)

    async def send(self, to: Subscription, text: bytes, topic: str) -> Outcome:
        """One that is not delivered yet gives way to a later one of the same topic."""
        loop = asyncio.get_running_loop()
        try:
            status = await loop.run_in_executor(self._threads, self._post, to, text, topic)
        except (OSError, HTTPException) as error:  # neither says where it went
            log.warning("a notice was not sent", problem=type(error).__name__)
            return "failed"
        except ValueError:  # keys that are none
            return "gone"
        if status in GONE:
            return "gone"
        if not 200 <= status < 300:
            log.warning("a notice was not taken", status=status)
            return "failed"
        return "sent"

    def _post(self, to: Subscription, text: bytes, topic: str) -> int:
        """The status of the answer: wherever else it leads, nobody follows."""
        self.check(to.endpoint)
        encrypted, headers = self.seal(to, text)
        headers |= {"topic": topic, "urgency": "high"}
        at = urlsplit(to.endpoint)
        connection = _connection(at)
        try:
            path = at.path + (f"?{at.query}" if at.query else "")
            connection.request("POST", path or "/", encrypted, headers)
            return connection.getresponse().status
        finally:
            connection.close()

    def seal(self, to: Subscription, text: bytes) -> tuple[bytes, dict[str, str]]:
        """For the device alone."""
        from webpush import WebPush, WebPushSubscription  # half a second, and most send nothing

        public = self._own.public_key()
        own = WebPush(
            self._own.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
            public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo),
            subscriber=self._contact,
            ttl=KEPT,
        )
        keys = {"p256dh": to.p256dh, "auth": to.auth}
        known = WebPushSubscription.model_validate({"endpoint": to.endpoint, "keys": keys})
        message = own.get(text, known)
        return message.encrypted, dict(message.headers)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def _connection(at: SplitResult) -> HTTPConnection:
    kind = HTTPSConnection if at.scheme == "https" else HTTPConnection
    return kind(at.hostname or "", at.port, timeout=SECONDS)


def own_key(key: bytes) -> EllipticCurvePrivateKey:
    """The key that push services know this server by."""
    curve = SECP256R1()
    drawn = HKDF(SHA256(), 48, salt=None, info=b"salon push").derive(key)
    return derive_private_key(int.from_bytes(drawn) % (curve.group_order - 1) + 1, curve)


def _plain(key: bytes) -> str:
    return urlsafe_b64encode(key).rstrip(b"=").decode()
