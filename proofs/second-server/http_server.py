"""HTTP/1.1: reads requests, including chunked ones, and writes responses in every lawful style."""

import gzip
import itertools
import time
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from clock import clock
from problems import Problem
from request import Request, Response
from routing import new_request_id, render, respond
from switches import fault, style, unless

LARGEST = 32 * 1024
REASONS = {code: value[0] for code, value in BaseHTTPRequestHandler.responses.items()}
DRAINED = 8 * 1024 * 1024
SLOW = {"latency-150-ms": 0.15, "latency-1-s": 1.0, "latency-2-s": 2.0}


class Server(ThreadingHTTPServer):
    """Serves each connection in its own thread."""

    daemon_threads = True
    request_queue_size = 256
    allow_reuse_address = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Suppresses the error output about broken connections."""


class Handler(BaseHTTPRequestHandler):
    """Serves the requests of one connection."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    count = itertools.count()

    def __getattr__(self, name: str) -> Any:
        """Returns the same function for every method, because routing.py decides which methods are allowed."""
        if name.startswith("do_"):
            return self.serve
        raise AttributeError(name)

    def serve(self) -> None:
        """Reads a request and writes its response."""
        request = self.read_request()
        clock.apart.behind = 4000 if style("servers-clocks-apart") and self.client_address[1] % 2 else 0
        delay = next((seconds for name, seconds in SLOW.items() if style(name)), 0)
        if delay:
            time.sleep(delay)
        if fault("every-fiftieth-request-hangs-up") and next(self.count) % 50 == 49:
            raise ConnectionAbortedError
        self.write(respond(request), request)

    def read_request(self) -> Request:
        """Returns the received request with its body."""
        headers = [(name, value.strip(" \t")) for name, value in self.headers.items()]
        path, _, query = self.path.partition("?")
        if "://" in path.split("/", 3)[0] + "://"[: 3 * path.startswith("http")]:
            path = "/" + path.split("/", 3)[-1] if path.count("/") > 2 else "/"
        host = self.headers.get("Host") or f"127.0.0.1:{self.server.server_port}"  # type: ignore[attr-defined]
        request = Request(
            new_request_id(next(self.count), self.headers.get("X-Request-Id")),
            self.command, path, query, headers, b"", False, False, self.client_address[0], f"http://{host}",
        )  # fmt: skip
        largest = unless(LARGEST, body_of_64_k_accepted=2 * LARGEST, body_of_any_size=DRAINED, body_of_32_k_refused=LARGEST - 1)
        try:
            body = self.read_chunks() if self.headers.get("Transfer-Encoding") else self.read_length()
        except ValueError:
            body = b""
            request.unreadable = self.close_connection = True
        if fault("chunked-body-of-any-size") and self.headers.get("Transfer-Encoding"):
            largest = DRAINED
        length = len(body) if not fault("body-size-in-characters") else len(body.decode("utf-8", "replace"))
        request.too_large = length > largest
        request.body = body
        if fault("chunked-body-is-empty") and self.headers.get("Transfer-Encoding"):
            request.body = b""
        return request

    def read_length(self) -> bytes:
        """Reads a body with a Content-Length."""
        text = self.headers.get("Content-Length") or "0"
        if not text.isdecimal():
            raise ValueError(text)
        length = int(text)
        self.close_connection |= length > DRAINED
        return self.rfile.read(min(length, DRAINED))

    def read_chunks(self) -> bytes:
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked" or self.headers.get("Content-Length"):
            raise ValueError("Transfer-Encoding")
        body = b""
        while True:
            size = int(self.rfile.readline(100).split(b";")[0].strip() or b"x", 16)
            if size == 0:
                while self.rfile.readline(65536).strip():
                    pass
                return body
            if len(body) + size > DRAINED:
                self.close_connection = True
                return body + b" " * DRAINED
            body += self.rfile.read(size)
            self.rfile.readline(3)

    def write(self, response: Response, request: Request) -> None:
        body, status, kind = response.body, response.status, response.content_type
        if status == 200 and request.operation:
            status = self.success(request, status)
        if "json" in kind and style("charset-parameter"):
            kind += "; charset=utf-8"
        if "json" in kind and style("charset-in-capitals"):
            kind = kind.replace("application/json", "Application/JSON") + ";charset=UTF-8"
        if fault("success-as-text") and status == 200:
            kind = "text/plain"
        if fault("success-as-text-at-submit") and status == 200 and request.operation == "submit":
            kind = "text/html; charset=utf-8"
        headers = {"Date": formatdate(clock.now() / 1000, usegmt=True), **response.headers}
        if style("no-date-header"):
            del headers["Date"]
        if style("clocks-apart") and self.client_address[1] % 2:
            headers["Date"] = formatdate(clock.now() / 1000 - 4, usegmt=True)
        if body or status not in (204, 307):
            headers["Content-Type"] = kind
        if style("further-headers"):
            headers |= {"Server": "second/1.0", "Vary": "Origin", "Set-Cookie": "a=b; Path=/", "Strict-Transport-Security": "max-age=1"}
        asked = self.headers.get("Accept-Encoding", "") if self.headers else ""
        if "gzip" in asked and style("gzip-if-asked"):
            body = gzip.compress(body)
            headers["Content-Encoding"] = "gzip"
        self.close_connection |= style("connection-close") or style("http-1.0")
        if self.close_connection:
            headers["Connection"] = "close"
        chunked = style("chunked-responses") and body and self.command != "HEAD"
        if chunked:
            headers["Transfer-Encoding"] = "chunked"
            half = len(body) // 2 or 1
            body = b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in (body[:half], body[half:]) if part) + b"0\r\n\r\n"
        elif not style("http-1.0"):
            headers["Content-Length"] = str(len(body))
        version = "HTTP/1.0" if style("http-1.0") else "HTTP/1.1"
        reason = REASONS.get(status, "Status") if not style("no-reason-phrase") else ""
        lines = [f"{version} {status} {reason}"]
        if style("cache-control-in-two-lines"):
            lines.append("Cache-Control: private")
        lower = style("lower-case-headers")
        lines += [f"{name.lower() if lower else name}: {value}" for name, value in headers.items()]
        head = "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n"
        self.wfile.write(head + (b"" if self.command == "HEAD" else body))

    def success(self, request: Request, status: int) -> int:
        """Returns the status of a success, unless a fault or a style changes it."""
        if style("created-is-201-at-core") or fault("create-is-201"):
            status = 201 if request.operation == "create" else status
        if style("accepted-is-202-at-core") or fault("submit-is-202"):
            status = 202 if request.operation == "submit" else status
        return 203 if fault("fetch-is-203") and request.operation == "fetch" else status

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Responds to a request that is not valid HTTP."""
        self.close_connection = True
        self.command = getattr(self, "command", None) or "GET"
        problem = {414: "not_found", 431: "payload_too_large"}.get(code, "malformed_json")
        request = Request(new_request_id(0, None), self.command, "/", "", [], b"", False, False, "", "http://127.0.0.1")
        self.headers = getattr(self, "headers", None) or {}  # type: ignore[assignment]
        response = render(Problem(problem), request)
        response.headers |= {"X-Request-Id": request.id, "Cache-Control": "no-store"}
        self.write(response, request)

    def log_message(self, *_: Any) -> None:
        """Suppresses the log of requests."""
