#!/usr/bin/env python3
"""A command for --pay: one JSON line {invoice, amount, outcome} on standard input, the web receipt on standard output.

Here a receipt is signed with a key that the server knows. Your own command may click through a test wallet instead.
"""

import hashlib
import hmac
import json
import os
import secrets
import sys

request = json.loads(sys.stdin.readline())
if request["outcome"] == "pending":
    # An exit code other than 0 says that the deployment cannot make this receipt; the last line of standard error says why.
    sys.exit("payments are final at once here, so none can be pending")

signed = f"{request['invoice']['id']}:{request['amount']}:{request['outcome']}:rcpt-{secrets.token_hex(6)}"
print(signed + "." + hmac.new(os.environ["RECEIPT_KEY"].encode(), signed.encode(), hashlib.sha256).hexdigest())
