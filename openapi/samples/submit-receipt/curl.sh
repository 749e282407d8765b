# INVOICE_ID: the `id` that create answered with.
# WEB_RECEIPT: what the payer was given. The sandbox gives one: POST /sandbox/payments, see the quick start.
curl -sS --fail-with-body "$BASE_URL/api/v1/payments/submit" \
  -H "Authorization: Bearer $TOKEN" \
  -H 'Content-Type: application/json' \
  -d "{\"invoiceId\": \"$INVOICE_ID\", \"webReceipt\": \"$WEB_RECEIPT\"}"
