/** The features of the contract; the full server has all of them. */
export const everyFeature = [
  'status-codes',
  'lifecycle',
  'cash-tag-grammar',
  'invoice-format',
  'amount-bounds',
  'amount-precision',
  'scopes',
  'ownership',
  'rate-limits',
  'limits',
  'media-types',
  'strict-requests',
  'idempotency',
  'callbacks',
  'versioning',
  'problem-details',
] as const;
