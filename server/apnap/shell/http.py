"""The few pages beside the websocket, on the same port: health, readiness, metrics, plugins."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import orjson
from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from apnap_protocol import messages as m

if TYPE_CHECKING:
    from .app import Server

JSON = "application/json"


class Pages:
    """Answers what is not a websocket, and refuses websockets from elsewhere."""

    def __init__(self, server: Server) -> None:
        self._server = server

    async def answer(self, socket: ServerConnection, request: Request) -> Response | None:
        """A page, a refusal, or None where the websocket may be opened."""
        path = urlsplit(request.path).path
        if path == m.PATH:
            return self._refuse_origin(request)
        server = self._server
        match path:
            case "/healthz":
                healthy = server.journal.failed is None
                return _page(200 if healthy else 503, {"healthy": healthy})
            case "/readyz":
                ready = server.journal.failed is None and not server.draining
                return _page(200 if ready else 503, {"ready": ready, "draining": server.draining})
            case "/metrics":
                server.count_tables()
                text = await asyncio.to_thread(server.metrics.text)
                return _response(200, text, "text/plain; version=0.0.4; charset=utf-8")
            case "/plugins":
                return _page(200, server.games.page())
            case _:
                return _page(404, {"error": "not found"})

    def _refuse_origin(self, request: Request) -> Response | None:
        """Browsers say where a page is from; only pages of the allow-list, or of this host, may connect."""
        origin = request.headers.get("Origin")
        if origin is None or origin in self._server.settings.origins:
            return None
        if not self._server.settings.origins and urlsplit(origin).netloc == request.headers.get("Host"):
            return None
        return _page(403, {"error": "this origin may not connect"})

    def address(self, socket: ServerConnection) -> str:
        """The address that counts for limits: behind a trusted proxy the last one it did not add itself."""
        peer = socket.remote_address
        address = str(peer[0]) if isinstance(peer, tuple) else ""
        trusted = self._server.settings.trusted_proxies
        request = socket.request
        if address not in trusted or request is None:
            return address
        forwarded = ",".join(request.headers.get_all("X-Forwarded-For"))
        hops = [hop.strip() for hop in forwarded.split(",") if hop.strip()]
        for hop in reversed(hops):
            if hop not in trusted:
                return hop
        return address


def _page(status: int, values: dict[str, object]) -> Response:
    return _response(status, orjson.dumps(values), JSON)


def _response(status: int, body: bytes, kind: str) -> Response:
    phrases = {200: "OK", 403: "Forbidden", 404: "Not Found", 503: "Service Unavailable"}
    headers = Headers({"Content-Type": kind, "Content-Length": str(len(body)), "Connection": "close"})
    return Response(status, phrases[status], headers, body)
