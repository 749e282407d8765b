# INVOICE_ID: the `id` that create answered with.
curl -sS --fail-with-body "$BASE_URL/api/v1/payments/fetch" \
  -H "Authorization: Bearer $TOKEN" \
  -H 'Content-Type: application/json' \
  -d "{\"invoiceId\": \"$INVOICE_ID\"}"
