import type { Facts } from './facts.ts';
import type { Memory } from './memory.ts';

/** Status and title of each problem. The suite does not use this list, so that it can find a mistake in the list. */
const catalogue = {
  malformed_json: [400, 'The body is not JSON'],
  authorization_malformed: [400, 'More than one Authorization header'],
  idempotency_key_invalid: [400, 'The idempotency key cannot be used'],
  unauthenticated: [401, 'No token'],
  invalid_token: [401, 'Unknown token'],
  insufficient_scope: [403, 'The token may not do this'],
  not_found: [404, 'No such path'],
  invoice_not_found: [404, 'No such invoice'],
  method_not_allowed: [405, 'Method not allowed'],
  invoice_already_paid: [409, 'The invoice is already paid'],
  invoice_failed: [409, 'The payment of the invoice failed'],
  invoice_expired: [409, 'The invoice expired'],
  receipt_already_used: [409, 'The receipt is already used'],
  payload_too_large: [413, 'The body is too large'],
  unsupported_media_type: [415, 'The Content-Type is not JSON'],
  validation_failed: [422, 'The body is not what it must be'],
  idempotency_key_reused: [422, 'The idempotency key belongs to another body'],
  receipt_invalid: [422, 'The receipt is not valid'],
  receipt_mismatch: [422, 'The receipt is not for this invoice'],
  receipt_not_final: [422, 'The payment is not final'],
  receipt_payment_failed: [422, 'The payment of the receipt failed'],
  rate_limited: [429, 'Too many requests'],
  receipt_verifier_unavailable: [503, 'The receipt cannot be checked now'],
  service_unavailable: [503, 'The service is unavailable'],
} as const;

export type Code = keyof typeof catalogue;

/** Finds the status and title of a problem by its code, first in the list above and then in the contract. */
function entryOf(code: string, { problems }: Facts): readonly [status: number, title: string] {
  if (Object.hasOwn(catalogue, code)) return catalogue[code as Code];
  const { status = 500, title = code } = problems[code] ?? {};
  return [status, title];
}

/** One wrong field in a problem. */
export interface Item {
  pointer: string;
  code: string;
  detail: string;
}

/** Ends a request with a problem response. */
export class Problem extends Error {
  readonly code: string;
  readonly headers: Record<string, string>;
  readonly items: Item[] | undefined;
  constructor(code: string, headers: Record<string, string> = {}, items?: Item[]) {
    super(code);
    this.code = code;
    this.headers = headers;
    this.items = items;
  }

  status(facts: Facts): number {
    return entryOf(this.code, facts)[0];
  }

  body({ baseUrl, facts }: Memory, path: string, requestId: string): Record<string, unknown> {
    const [status, title] = entryOf(this.code, facts);
    return {
      type: `${baseUrl}/problems/${this.code}`,
      title,
      status,
      detail: `${title}. Look at the page of its type.`,
      instance: path,
      code: this.code,
      requestId,
      ...facts.added.problem,
      ...(this.items && { errors: this.items }),
    };
  }
}
