// Written by `npm run generate` from openapi/openapi.yaml. Do not edit.
/** The features that a deployment may claim beyond the core. */
export const features = {
  "status-codes": "The exact statuses of successes, of unknown paths and of other methods.",
  "lifecycle": "The state machine of an invoice, with receiptId and paidAmount.",
  "cash-tag-grammar": "The grammar of tags.",
  "invoice-format": "The exact form of note, times and paymentUrl.",
  "amount-bounds": "The least and the greatest amount.",
  "amount-precision": "At most two decimals, exactly.",
  "scopes": "Tokens that may do only some of the operations.",
  "ownership": "Invoices belong to the account of the token.",
  "rate-limits": "Limits on requests, and the headers that state them.",
  "limits": "Limits on sizes.",
  "media-types": "What a request must say it is, and what responses say they are.",
  "strict-requests": "Fields that the contract does not know are refused, and null leaves an optional field out.",
  "idempotency": "Creates that can be repeated without a second invoice.",
  "callbacks": "Signed calls to callbackUrl, retried, and addresses that are refused.",
  "versioning": "How the interface grows and how an old version ends.",
  "problem-details": "Errors as RFC 9457 problem details from one catalogue."
} as const;
/** The scopes that a token may hold. */
export const scopes = {
  "invoices:write": "Create invoices.",
  "receipts:write": "Submit receipts.",
  "invoices:read": "Fetch invoices."
} as const;
/** The feature that each optional operation belongs to. */
export const operationFeatures = {} as const;
/** The feature that each optional status belongs to. */
export const statusFeatures = {} as const;
/** The field of a request that names an invoice. */
export const identifiers = {
  "submitReceipt": "invoiceId",
  "fetchPayment": "invoiceId"
} as const;
/** The URLs that each field of a request accepts. */
export const urlRules = {
  "createPayment": {
    "callbackUrl": {
      "schemes": [
        "https"
      ],
      "ports": [
        443,
        8443
      ],
      "user": false,
      "fragment": false,
      "hosts": "public",
      "sandbox": {
        "schemes": [
          "http"
        ],
        "ports": "any",
        "hosts": "loopback"
      }
    },
    "returnUrl": {
      "schemes": [
        "https"
      ],
      "user": false,
      "sandbox": {
        "schemes": [
          "http"
        ]
      }
    }
  }
} as const;
/** The limits on requests, or on failures, for each account, invoice or address. */
export const rateLimits = {
  "create": {
    "operation": "createPayment",
    "per": "account",
    "requests": 60,
    "seconds": 60
  },
  "submit": {
    "operation": "submitReceipt",
    "per": "account",
    "requests": 60,
    "seconds": 60
  },
  "submit-invoice": {
    "operation": "submitReceipt",
    "per": "invoice",
    "requests": 10,
    "seconds": 60
  },
  "fetch": {
    "operation": "fetchPayment",
    "per": "account",
    "requests": 600,
    "seconds": 60
  },
  "authentication": {
    "per": "address",
    "failures": 20,
    "seconds": 60
  }
} as const;
/** The names of all extensions in the contract, which validators have to ignore. */
export const extensions = [
  "x-body-limit",
  "x-delivery",
  "x-echoes",
  "x-experimental",
  "x-feature",
  "x-features",
  "x-identifies",
  "x-kept-seconds",
  "x-lasting",
  "x-lifecycle",
  "x-lifetime",
  "x-open-enum",
  "x-paid-before-creation",
  "x-problems",
  "x-rate-limits",
  "x-relations",
  "x-requirements",
  "x-scopes",
  "x-sources",
  "x-unrouted-answers",
  "x-url"
] as const;
/** The maximum number of bytes in a request body. */
export const bodyLimit = 32768 as const;
/** The seconds for which an invoice can be paid: the default and the maximum. */
export const invoiceLifetime = {
  "default": 1800,
  "longest": 86400
} as const;
/** The seconds for which an idempotency key is kept. */
export const keptSeconds = 86400 as const;
/** The seconds by which a payment may be dated before its invoice. */
export const paidBeforeCreation = 300 as const;
/** The delays and time limits of callbacks, in seconds. The jitter is a fraction of a delay. */
export const delivery = {
  "delays": [
    5,
    300,
    1800,
    7200,
    18000,
    36000,
    50400,
    72000,
    86400
  ],
  "jitter": 0.1,
  "timeout": 15,
  "longestRetryAfter": 86400,
  "secretOverlap": 86400
} as const;
