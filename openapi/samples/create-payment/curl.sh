# Set BASE_URL and TOKEN to the values that `npm start` prints.
curl -sS --fail-with-body "$BASE_URL/api/v1/payments/create" \
  -H "Authorization: Bearer $TOKEN" \
  -H 'Content-Type: application/json' \
  -d '{"cashTag": "$coffeeshop", "amount": 12.5}'
