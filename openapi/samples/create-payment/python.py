import json
import os
import urllib.request

# Set BASE_URL and TOKEN to the values that `npm start` prints.
request = urllib.request.Request(
    os.environ["BASE_URL"] + "/api/v1/payments/create",
    data=json.dumps({"cashTag": "$coffeeshop", "amount": 12.5}).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["TOKEN"],
        "Content-Type": "application/json",
    },
)
with urllib.request.urlopen(request, timeout=30) as answer:
    invoice = json.load(answer)

print(invoice["id"], "is", invoice["status"])
print("Send the payer to", invoice["paymentUrl"], "with the note", invoice["note"])
