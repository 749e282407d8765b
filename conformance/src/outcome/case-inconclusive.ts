import type { Exchange, RequestSpec } from '../http/exchange.ts';

/** Thrown if a case cannot reach a verdict because of the environment, such as a time-out, repeated 429s or a gateway's error. */
export class CaseInconclusive extends Error {
  override name = 'CaseInconclusive';
  /** The request that got no response, if that is the reason. */
  unanswered?: Exchange;
  /** Sends this request again, possibly with a change. */
  again?: (change?: Partial<RequestSpec>) => Promise<Exchange>;
}
