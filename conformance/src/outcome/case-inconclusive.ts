import type { Exchange, RequestSpec } from '../http/exchange.ts';

/** Thrown by a case that the environment kept from a verdict: a time-out, a 429 without end, a gateway. */
export class CaseInconclusive extends Error {
  override name = 'CaseInconclusive';
  /** The request that got no response, where there was one. */
  unanswered?: Exchange;
  /** Sends that request once more, with a change if one is given. */
  again?: (change?: Partial<RequestSpec>) => Promise<Exchange>;
}
