import json
import os
import urllib.request

# INVOICE_ID is the `id` that create returned.
request = urllib.request.Request(
    os.environ["BASE_URL"] + "/api/v1/payments/fetch",
    data=json.dumps({"invoiceId": os.environ["INVOICE_ID"]}).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["TOKEN"],
        "Content-Type": "application/json",
    },
)
with urllib.request.urlopen(request, timeout=30) as answer:
    invoice = json.load(answer)

print(invoice["id"], "is", invoice["status"], "until", invoice["expiresAt"])
