# INVOICE_ID is the `id` that create returned. WEB_RECEIPT is the receipt that the payer received. In the sandbox, POST
# /sandbox/payments returns one: see the quick start.
curl -sS --fail-with-body "$BASE_URL/api/v1/payments/submit" \
  -H "Authorization: Bearer $TOKEN" \
  -H 'Content-Type: application/json' \
  -d "{\"invoiceId\": \"$INVOICE_ID\", \"webReceipt\": \"$WEB_RECEIPT\"}"
