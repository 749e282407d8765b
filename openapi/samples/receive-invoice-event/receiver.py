import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

# The `whsec_...` secret of your account.
KEY = base64.b64decode(os.environ["CALLBACK_SECRET"].removeprefix("whsec_"))
# The sequence of the last handled event of each invoice. Keep it in your database, in one transaction with your own work.
handled = {}


def is_ours(body, headers):
    """Returns whether the service signed these bytes in the last five minutes."""
    id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
        return False
    signed = hmac.new(KEY, f"{id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(signed).decode()
    # While a secret is being replaced there are several signatures. One of them must be right.
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected.encode(), each.encode()) for each in given)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # The bytes as they were received: JSON that was parsed and written again has another signature.
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if not is_ours(body, self.headers):
            return self.answer(400)
        event = json.loads(body)
        invoice = event["data"]
        # A repeated event, or one that a later event has overtaken, needs no work, but is confirmed with a 2xx.
        if event["sequence"] > handled.get(invoice["id"], 0):
            # Do your own work first. If it raises, there is no response, and the event is sent again.
            print(event["type"] + ":", invoice["id"], "is", invoice["status"], flush=True)
            handled[invoice["id"]] = event["sequence"]
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()


server = HTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Receiver)
print("Listening:", json.dumps({"port": server.server_port}), flush=True)
server.serve_forever()
