import type { Requirement } from '../contract/contract.ts';
import type { Exchange } from '../http/exchange.ts';

/** A requirement that was found broken, as a person needs it. */
export interface Finding {
  requirement: string;
  level: Requirement['level'];
  /** The field of the request or the response, or the header, that it is about. */
  member?: string;
  /** JSON pointer into openapi.yaml. */
  pointer: string;
  expected: string;
  received: string;
  /** The difference from the baseline that was accepted, in one line. */
  difference?: string;
  /** The requests and their responses, in order. The last one shows the defect. */
  exchanges: Exchange[];
  /** Shell commands that play the whole sequence again, where one request does not show the defect; a case may bring its own. */
  script?: string;
}
