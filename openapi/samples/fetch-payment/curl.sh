# INVOICE_ID is the `id` that create returned.
curl -sS --fail-with-body "$BASE_URL/api/v1/payments/fetch" \
  -H "Authorization: Bearer $TOKEN" \
  -H 'Content-Type: application/json' \
  -d "{\"invoiceId\": \"$INVOICE_ID\"}"
