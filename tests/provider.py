"""A small provider of OpenID Connect on loopback: it signs in whoever is named, or misbehaves."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

KEY, OTHER = (RSAKey.generate_key(2048, {"kid": "one", "use": "sig"}) for _ in range(2))
CLIENT, SECRET = "rulescope", "a secret of the client's"


@dataclass
class Provider:
    """user: who signs in next; key: that signs tokens, which is not the published one if wrong."""

    url: str = ""
    user: str = "ada@example.org"
    key: RSAKey = field(default_factory=lambda: KEY)
    silent: bool = False
    nonces: dict[str, tuple[str, str]] = field(default_factory=dict)

    @property
    def metadata_url(self) -> str:
        return f"{self.url}/.well-known/openid-configuration"

    def metadata(self) -> dict[str, Any]:
        return {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "jwks_uri": f"{self.url}/keys",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
        }

    def token(self, code: str) -> dict[str, Any]:
        user, nonce = self.nonces.pop(code)
        now = int(time.time())
        told = {"iss": self.url, "aud": CLIENT, "sub": f"id of {user}", "email": user}
        told |= {"email_verified": True, "nonce": nonce, "iat": now, "exp": now + 600}
        signed = jwt.encode({"alg": "RS256", "kid": "one"}, told, self.key)
        return {"access_token": "any", "token_type": "Bearer", "id_token": signed}


@contextmanager
def serve_provider() -> Iterator[Provider]:
    provider = Provider()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path, asked = urlsplit(self.path).path, parse_qs(urlsplit(self.path).query)
            if provider.silent:
                self.close_connection = True
                return
            if path == "/authorize":
                code = f"code-{len(provider.nonces)}-{time.monotonic_ns()}"
                provider.nonces[code] = (provider.user, asked["nonce"][0])
                back = urlencode({"code": code, "state": asked["state"][0]})
                self.send_response(302)
                self.send_header("Location", f"{asked['redirect_uri'][0]}?{back}")
                self.end_headers()
            elif path == "/keys":
                self._tell({"keys": [KEY.as_dict(private=False)]})
            else:
                self._tell(provider.metadata())

        def do_POST(self) -> None:
            given = self.rfile.read(int(self.headers["Content-Length"])).decode()
            self._tell(provider.token(parse_qs(given)["code"][0]))

        def _tell(self, told: dict[str, Any]) -> None:
            raw = json.dumps(told).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(raw)))
            self.end_headers()
            self.wfile.write(raw)

        def log_message(self, *arguments: object) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("localhost", 0), Handler)
    provider.url = f"http://localhost:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
