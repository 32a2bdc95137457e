"""A real server on this machine that answers, and fails, as it is told."""

import contextlib
import json
import socket
import struct
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Service:
    """Gives every request to ``answer``; remembers what came, when, and how many waited at once.

    ``answer(request, number)`` gives what :func:`reply` makes, or a function of the handler; ``number`` counts the
    requests of one question from 1.
    """

    def __init__(self):
        self.answer = lambda *_: reply(hits("a"))
        self.requests = []
        self.most = self.open = 0
        self.lock = threading.Lock()
        self.server = _Server(("127.0.0.1", 0), _handler(self))
        self.port = self.server.server_address[1]
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02})
        self.thread.start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}/search"

    def times(self, text):
        """How often a question was asked."""
        return sum(request["text"] == text for request in self.requests)

    def together(self, number, then):
        """Answers when as many have waited at once, and a moment later, in which more could come."""
        end = time.monotonic() + 30
        while self.most < number and time.monotonic() < end:
            time.sleep(0.01)
        time.sleep(0.1)
        return then

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join(5)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def handle_error(self, request, client_address):
        """A client that has gone is what some tests want."""


def reply(value, status=200, content_type="application/json", **headers):
    """A response of a value that becomes JSON, or of bytes."""
    data = value if isinstance(value, bytes) else json.dumps(value, ensure_ascii=False).encode()
    return status, {"Content-Type": content_type, **headers}, data


def hits(*ids, **more):
    return {"hits": [{"id": one, "score": 1 / n, **more} for n, one in enumerate(ids, 1)]}


def reset(handler):
    """The connection is broken off without a word."""
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.connection.close()
    handler.close_connection = True


def truncated(handler):
    """Fewer bytes than were announced."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"hits": [')
    handler.close_connection = True


def slow(seconds, then):
    def wait(handler):
        time.sleep(seconds)
        with contextlib.suppress(OSError):
            handler.send(*then)

    return wait


def _handler(service):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _any(self):
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            request = {
                "method": self.command,
                "path": self.path,
                "headers": dict(self.headers),
                "body": body.decode(),
                "text": _text(self.path, body),
                "at": time.monotonic(),
            }
            with service.lock:
                service.requests.append(request)
                service.open += 1
                service.most = max(service.most, service.open)
                number = service.times(request["text"])
            try:
                made = service.answer(request, number)
            finally:  # before it is sent: who has it asks the next at once
                with service.lock:
                    service.open -= 1
            made(self) if callable(made) else self.send(*made)

        do_GET = do_POST = _any  # noqa: N815 - the names are the library's

        def send(self, status, headers, data):
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *words):
            """Nothing on stderr."""

    return Handler


def _text(path, body):
    """What is asked: the one text of the body, or the query string."""
    return json.loads(body).get("q") if body.startswith(b'{"q"') else path
