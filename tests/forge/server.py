"""A forge on this machine: comments of one pull request, as GitHub and GitLab keep them, and ways to fail."""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit


class Forge:
    """Comments in memory; every request by method and path.

    Attributes:
        comments: as the forge lists them.
        asked: method, path and token of each request.
        fail: statuses to answer with first, one a request; None drops the connection.
        lost: statuses to answer a POST with that was stored; None drops the connection.
        writable: whether the token may write.
        largest: comments of one page at most.
        paging: how the next page is said: ``link``, ``x-next-page``, or not at all (None).
        raw: bytes to answer with instead of a list.
        drip: seconds before each byte of an answer.
        headers: sent with each answer.
    """

    def __init__(self):
        self.comments, self.asked, self.fail, self.writable = [], [], [], True
        self.lost, self.foreign, self.headers = [], set(), {}
        self.largest, self.paging, self.raw, self.drip = 100, None, None, 0
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self):
        self._server.shutdown()
        self._server.server_close()

    def add(self, body, *, foreign=False):
        number = len(self.comments) + 1
        self.comments.append({"id": number, "body": body})
        if foreign:
            self.foreign.add(number)
        return number


def _handler(forge):
    class Handler(BaseHTTPRequestHandler):
        def _any(self):
            address = urlsplit(self.path)
            size = int(self.headers.get("content-length") or 0)
            sent = json.loads(self.rfile.read(size)) if size else {}
            token = self.headers.get("authorization") or self.headers.get("private-token")
            forge.asked.append((self.command, address.path, token))
            if forge.fail:
                status = forge.fail.pop(0)
                if status is None:
                    self.connection.close()
                    return
                self._send(status, {"message": "no"})
                return
            self._answer(address, sent)

        def _answer(self, address, sent):
            if self.command == "GET":
                query = parse_qs(address.query)
                page, size = int(query["page"][0]), min(int(query["per_page"][0]), forge.largest)
                after = str(page + 1) if page * size < len(forge.comments) else ""
                said = {"x-next-page": after} if forge.paging == "x-next-page" else {}
                if (
                    forge.paging == "link" and after
                ):  # as GitHub writes it: under another path, here another host
                    said["link"] = f'<https://elsewhere.example/7?page={after}>; rel="next", <b>; rel="last"'
                self._send(200, forge.comments[(page - 1) * size : page * size], **said)
                return
            number = address.path.rpartition("/")[2]
            if not forge.writable or (number.isdigit() and int(number) in forge.foreign):
                self._send(403, {"message": "Resource not accessible by integration"})
            elif self.command == "POST":
                forge.add(sent["body"])
                status = forge.lost.pop(0) if forge.lost else 201
                if status is None:
                    self.connection.close()
                    return
                self._send(status, forge.comments[-1])
            else:
                comment = forge.comments[int(number) - 1]
                comment["body"] = sent["body"]
                self._send(200, comment)

        do_GET = do_POST = do_PATCH = do_PUT = _any  # noqa: N815  # names that the server calls

        def _send(self, status, value, **said):
            raw = forge.raw if status == 200 else None
            data = json.dumps(value).encode() if raw is None else raw
            self.send_response(status)
            for name, text in (forge.headers | said | {"content-length": str(len(data))}).items():
                self.send_header(name, text)
            self.end_headers()
            try:
                for part in (data[i : i + 1] for i in range(len(data))) if forge.drip else (data,):
                    time.sleep(forge.drip)
                    self.wfile.write(part)
            except OSError:  # who asks has gone
                pass

        def log_message(self, *_):
            pass

    return Handler
