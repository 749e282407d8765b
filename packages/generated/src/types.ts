// Written by `npm run generate` from openapi/openapi.yaml. Do not edit.
export interface paths {
    "/api/v1/payments/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a payment invoice
         * @description Issues an invoice of `amount` to the recipient `cashTag`. Send the payer to the response's `paymentUrl`; the payment must
         *     carry the response's `note`.
         *
         *     Send an `Idempotency-Key`, and the same create can be sent again after a lost response without making a second invoice.
         */
        post: operations["createPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a web receipt for a payment invoice
         * @description Hands in the web receipt that the payer was given. A receipt that is authentic and belongs to the invoice counts: a
         *     completed payment is added to `paidAmount`, a failed one makes a PENDING invoice FAILED. Each receipt counts once; one
         *     that changed nothing has not counted. Submitting the same receipt again changes nothing and returns the
         *     invoice, so a submit can always be repeated.
         *
         *     **Order of checks.** Invoice and owner, due expiry, the same receipt again, final state, signature, the same
         *     receiptId again, used elsewhere, binding to this invoice, payment status, apply.
         */
        post: operations["submitReceipt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/fetch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fetch a payment invoice
         * @description Reads the invoice as it is now. The id goes in the body, not in the path. Reading changes nothing, but for an expiry
         *     that is due: it is applied first.
         */
        post: operations["fetchPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description Tag of the payment recipient: an optional `$`, then 1 to 20 letters or digits, at least one of them a letter. Echoed as
         *     it was sent; compared without the `$` and without case.
         * @example $coffeeshop
         */
        CashTag: string;
        /**
         * @description The payment invoice. Every operation returns this object; readers ignore fields they do not know.
         * @example {
         *       "id": "inv_01kaj8z0m3v7q2w9x5t4r6y8hc",
         *       "paymentUrl": "http://127.0.0.1:8080/pay/inv_01kaj8z0m3v7q2w9x5t4r6y8hc",
         *       "cashTag": "$coffeeshop",
         *       "note": "7QK2M-X9D4T",
         *       "amount": 12.5,
         *       "isWhiteLabel": false,
         *       "receiptId": null,
         *       "paidAmount": null,
         *       "status": "PENDING",
         *       "returnUrl": null,
         *       "expiresAt": "2026-11-21T10:30:00.000Z",
         *       "createdAt": "2026-11-21T10:00:00.000Z"
         *     }
         */
        PaymentInvoice: {
            /**
             * @description Identifier of the payment invoice. Opaque to clients.
             * @example inv_01kaj8z0m3v7q2w9x5t4r6y8hc
             */
            id: string;
            /**
             * Format: uri
             * @description Absolute URL at which the payer makes the payment.
             * @example http://127.0.0.1:8080/pay/inv_01kaj8z0m3v7q2w9x5t4r6y8hc
             */
            paymentUrl: string;
            cashTag: components["schemas"]["CashTag"];
            /**
             * @description Required note of the payment, made by the service. It binds the payment to the invoice, is unique and never changes.
             * @example 7QK2M-X9D4T
             */
            note: string;
            /**
             * @description Amount invoiced, in major units of the deployment's one currency.
             * @example 12.5
             */
            amount: number;
            /**
             * @description Whether the payment is white-labeled. It changes only the payment page, which bears no mark of the service and may leave it to the merchant to collect the web receipt and submit it.
             * @example false
             */
            isWhiteLabel: boolean;
            /**
             * @description Identifier of the last web receipt that changed the invoice; null until there is one.
             * @example rcp_01kaj90ye58s3n6d2g7k4p1mzf
             * @example null
             */
            receiptId: string | null;
            /**
             * @description Sum of the distinct completed payments counted so far, in major units; null until the first. It never falls and may exceed `amount`.
             * @example 12.5
             * @example null
             */
            paidAmount: number | null;
            status: components["schemas"]["InvoiceStatus"];
            /**
             * Format: uri
             * @description URL to which the payer is sent after the payment; null when create was sent none. Reaching it proves nothing.
             * @example https://shop.example/thanks?order=1042
             * @example null
             */
            returnUrl: string | null;
            /**
             * Format: date-time
             * @description When the payment expires, an ISO 8601 date-time. Never extended.
             * @example 2026-11-21T10:30:00.000Z
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description When the invoice was created, an ISO 8601 date-time.
             * @example 2026-11-21T10:00:00.000Z
             */
            createdAt: string;
        };
        /**
         * @description A status is open until it is final: an invoice never leaves a final one. The set is closed: another value needs `/api/v2`.
         *
         *     A receipt that cannot be read never ends an invoice (or a typing error would), late money never opens one again, a part
         *     paid invoice never becomes FAILED (that would hide money), and PAID never reverts.
         * @example PENDING
         * @enum {string}
         */
        InvoiceStatus: "PENDING" | "UNDER_PAID" | "PAID" | "FAILED" | "EXPIRED";
        /** @description What to invoice, to whom. */
        CreatePaymentRequest: {
            cashTag: components["schemas"]["CashTag"];
            /**
             * @description Amount to invoice, in major units of the deployment's one currency, at most two decimals by value (`1.5e1` and
             *     `15.00` are fifteen; `1.005` is refused). The value of a number is its nearest double, as most readers of JSON take it
             *     (RFC 8259, section 6): `999999.98999999999`, which is how some clients write 999999.99, is that amount. No `multipleOf`
             *     says so: testing a quotient by 0.01 in binary rejects valid amounts.
             * @example 12.5
             */
            amount: number;
            /**
             * @description Whether the payment is white-labeled. False when absent or null.
             * @default false
             * @example false
             */
            isWhiteLabel?: boolean | null;
            /**
             * Format: uri
             * @description URL to call after each change of the invoice, a URI as in RFC 3986. No response ever returns it. https on port 443 or 8443, without user and
             *     fragment, to a public host; the sandbox takes http and loopback too, those on any port.
             * @example https://shop.example/payment-callbacks
             */
            callbackUrl?: string | null;
            /**
             * Format: uri
             * @description URL to which the payer is sent after the payment, a URI as in RFC 3986. https without user; the sandbox takes http too.
             * @example https://shop.example/thanks?order=1042
             */
            returnUrl?: string | null;
        };
        /** @description A web receipt and the invoice it pays. */
        SubmitReceiptRequest: {
            /**
             * @description Identifier of the payment invoice.
             * @example inv_01kaj8z0m3v7q2w9x5t4r6y8hc
             */
            invoiceId: string;
            /**
             * @description Web receipt for the payment; an opaque string.
             * @example eyJ0eXAiOiJ3ZWItcmVjZWlwdCtqd3QifQ.e30.c2ln
             */
            webReceipt: string;
        };
        /** @description Which invoice to read. */
        FetchPaymentRequest: {
            /**
             * @description Identifier of the payment invoice to fetch.
             * @example inv_01kaj8z0m3v7q2w9x5t4r6y8hc
             */
            invoiceId: string;
        };
        /** @description What a callback carries. */
        InvoiceEvent: {
            /**
             * @description What happened; more may be added.
             * @example invoice.paid
             * @enum {string}
             */
            type: "invoice.under_paid" | "invoice.paid" | "invoice.failed" | "invoice.expired";
            /**
             * Format: date-time
             * @description When the change was committed.
             * @example 2026-11-21T10:04:07.512Z
             */
            timestamp: string;
            /**
             * @description The event's number among the events of its invoice, from 1 without gaps.
             * @example 1
             */
            sequence: number;
            data: components["schemas"]["PaymentInvoice"];
        };
        /** @description What went wrong, as problem details (RFC 9457). Readers ignore fields they do not know. */
        Problem: {
            /**
             * Format: uri
             * @description Names the kind of problem; opens a page with its cause and cure.
             * @example http://127.0.0.1:8080/problems/invoice_not_found
             */
            type: string;
            /**
             * @description The kind of problem, in words.
             * @example No such invoice
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 404
             */
            status: number;
            /**
             * @description What was wrong with this request, and what to do.
             * @example No invoice of this account has the id that was sent. Check the id that create returned.
             */
            detail: string;
            /**
             * @description The path that was asked.
             * @example /api/v1/payments/fetch
             */
            instance?: string;
            code: components["schemas"]["ProblemCode"];
            /**
             * @description The request's id, as in the header X-Request-Id. Give it to whoever runs the service.
             * @example req_01kaj8zc0f5g6h7j8k9m0n1p2q
             */
            requestId: string;
            /**
             * @description With `validation_failed`, what was wrong with which field. At most 32 are listed.
             * @example [
             *       {
             *         "pointer": "/amount",
             *         "code": "required",
             *         "detail": "amount is missing."
             *       }
             *     ]
             */
            errors?: components["schemas"]["ProblemItem"][];
        };
        /** @description One thing wrong with the body, or with a parameter. */
        ProblemItem: {
            /**
             * @description JSON pointer (RFC 6901) into the request body; empty for the body itself. Of a parameter, `/` and its name.
             * @example /amount
             */
            pointer: string;
            code: components["schemas"]["ProblemItemCode"];
            /**
             * @description The mistake, in words.
             * @example amount is missing.
             */
            detail: string;
        };
        /**
         * @description The kind of mistake. More may be added.
         * @example required
         * @enum {string}
         */
        ProblemItemCode: "required" | "type" | "unknown_property" | "too_long" | "too_short" | "pattern" | "amount_out_of_range" | "amount_precision" | "invalid_url" | "url_not_allowed";
        /**
         * @description The stable name of the problem. More may be added; read an unknown one by its HTTP status.
         * @example invoice_not_found
         * @enum {string}
         */
        ProblemCode: "malformed_json" | "authorization_malformed" | "idempotency_key_invalid" | "unauthenticated" | "invalid_token" | "insufficient_scope" | "not_found" | "invoice_not_found" | "method_not_allowed" | "invoice_already_paid" | "invoice_failed" | "invoice_expired" | "receipt_already_used" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "validation_failed" | "idempotency_key_reused" | "receipt_invalid" | "receipt_mismatch" | "receipt_not_final" | "receipt_payment_failed" | "rate_limited" | "internal_error" | "receipt_verifier_unavailable" | "service_unavailable";
    };
    responses: {
        /** @description The new payment invoice, or the stored one when the same Idempotency-Key was sent before. */
        CreatedInvoice: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentInvoice"];
            };
        };
        /**
         * @description The payment invoice. The receipt is counted now or a moment later: until then `status`, `paidAmount` and `receiptId` may be
         *     those from before it. Fetch shows the change.
         */
        PaidInvoice: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentInvoice"];
            };
        };
        /** @description The payment invoice. */
        FetchedInvoice: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PaymentInvoice"];
            };
        };
        /** @description The request could not be read. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request, or its Idempotency-Key, could not be read. */
        BadCreateRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description No token, or one that the service does not know. */
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The token lacks the scope of the operation. */
        InsufficientScope: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description This account has no such invoice. */
        InvoiceNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A create with the same Idempotency-Key is still running. */
        CreateInProgress: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The invoice is final, or the receipt already counts elsewhere. */
        InvoiceConflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is larger than 32 KiB. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The Content-Type is not application/json in UTF-8. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A field of the body is missing, unknown, or not what it must be; or the Idempotency-Key belongs to another body. */
        CreateRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A field of the body is wrong, or the receipt is not one for this invoice. */
        ReceiptRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A field of the body is missing, unknown, or not what it must be. */
        FetchRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Retry-After": components["headers"]["RetryAfter"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A bug in the service. Whether the request took effect is not certain. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The service cannot respond now. If it lost its database during the request, the request may have taken effect; send the same one again. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The receipt cannot be checked now, or the service is unavailable. Submit the same receipt again; it counts once. */
        SubmitUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description 1 to 255 visible ASCII characters other than the double quote, bare or in double quotes; a UUID works well. Kept for at
         *     least 24 hours for each account and operation. Only successes are kept: what failed may be sent again with the same key.
         *     Whether a default that is written out, such as `"isWhiteLabel": false`, makes another body is left to the service: send
         *     the same fields each time.
         *     A deployment that does not claim the feature `idempotency` ignores it, and makes an invoice for each create.
         */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /** @description The request's id; also `requestId` of a problem. */
        RequestId: string;
        /** @description Responses are not stored. */
        CacheControl: string;
        /** @description `true` when the response was stored at an earlier create with the same Idempotency-Key; otherwise absent. */
        IdempotentReplayed: "true";
        /** @description How to authenticate (RFC 6750). */
        WwwAuthenticate: string;
        /** @description Seconds to wait before trying again. */
        RetryAfter: number;
        /** @description Experimental (IETF draft ratelimit-headers). What is left of the limit, and in how many seconds it is whole again. */
        RateLimit: string;
        /** @description Experimental (IETF draft ratelimit-headers). The limit, and its window in seconds. Whether the window slides or begins anew at fixed times is left to the service. */
        RateLimitPolicy: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createPayment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 visible ASCII characters other than the double quote, bare or in double quotes; a UUID works well. Kept for at
                 *     least 24 hours for each account and operation. Only successes are kept: what failed may be sent again with the same key.
                 *     Whether a default that is written out, such as `"isWhiteLabel": false`, makes another body is left to the service: send
                 *     the same fields each time.
                 *     A deployment that does not claim the feature `idempotency` ignores it, and makes an invoice for each create.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePaymentRequest"];
            };
        };
        responses: {
            200: components["responses"]["CreatedInvoice"];
            400: components["responses"]["BadCreateRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["CreateInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["CreateRefused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    submitReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmitReceiptRequest"];
            };
        };
        responses: {
            200: components["responses"]["PaidInvoice"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["InvoiceNotFound"];
            409: components["responses"]["InvoiceConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ReceiptRefused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["SubmitUnavailable"];
        };
    };
    fetchPayment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FetchPaymentRequest"];
            };
        };
        responses: {
            200: components["responses"]["FetchedInvoice"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["InvoiceNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["FetchRefused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
