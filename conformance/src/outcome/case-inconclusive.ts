import type { Exchange, RequestSpec } from '../http/exchange.ts';

/** Thrown if the environment (a time-out, an endless 429, a gateway) keeps a case from a verdict. */
export class CaseInconclusive extends Error {
  override name = 'CaseInconclusive';
  /** The request that got no response, if there is one. */
  unanswered?: Exchange;
  /** Sends that request once more, with a change if one is given. */
  again?: (change?: Partial<RequestSpec>) => Promise<Exchange>;
}
