import json
import os
import sys
import urllib.error
import urllib.request

# INVOICE_ID is the `id` that create returned. WEB_RECEIPT is the receipt that the payer received. In the sandbox, POST
# /sandbox/payments returns one: see the quick start.
request = urllib.request.Request(
    os.environ["BASE_URL"] + "/api/v1/payments/submit",
    data=json.dumps(
        {"invoiceId": os.environ["INVOICE_ID"], "webReceipt": os.environ["WEB_RECEIPT"]}
    ).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["TOKEN"],
        "Content-Type": "application/json",
    },
)
try:
    with urllib.request.urlopen(request, timeout=30) as answer:
        invoice = json.load(answer)
except urllib.error.HTTPError as error:
    problem = json.load(error)
    sys.exit(problem["code"] + ": " + problem["detail"])

print(invoice["id"], "is", invoice["status"])
print(invoice["paidAmount"], "of", invoice["amount"], "paid")
