// Written by `npm run generate` from openapi/openapi.yaml. Do not edit.
/** Every status of an invoice; the set is closed. */
export const statuses = ["PENDING","UNDER_PAID","PAID","FAILED","EXPIRED"] as const;
/** The status of a new invoice. */
export const initialStatus = "PENDING" as const;
/** The statuses in which neither a receipt nor time changes an invoice any more. */
export const finalStatuses = ["PAID","FAILED","EXPIRED"] as const;
/** The callback events, each with the status that it reports. */
export const eventStatuses = {"invoice.under_paid":"UNDER_PAID","invoice.paid":"PAID","invoice.failed":"FAILED","invoice.expired":"EXPIRED"} as const;
/** The fields that every invoice has, with their JSON types. */
export const invoiceFields = {"id":["string"],"paymentUrl":["string"],"cashTag":["string"],"note":["string"],"amount":["number"],"isWhiteLabel":["boolean"],"receiptId":["string","null"],"paidAmount":["number","null"],"status":["string"],"returnUrl":["string","null"],"expiresAt":["string"],"createdAt":["string"]} as const;
