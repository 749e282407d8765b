import type { AnswerHeaders, OperationId } from './handlers.ts';

/** What may be known of a request before its body is read. */
export interface Asker {
  requestId: string;
  /** As in the request to the API. */
  remoteAddress: string | undefined;
}

/**
 * Says whose the bearer token is: an object or a string. Undefined is an unknown token (401); a rejection with a `ProblemError`
 * is answered as it is (rate_limited, say), any other is a fault (500).
 */
export type Authenticate<Principal> = (token: string, request: Asker) => Principal | undefined | Promise<Principal | undefined>;

/**
 * The last word before the body is read: scopes (403) and rates (429). Throws a `ProblemError` to refuse. The headers that it
 * returns go with the answer, whatever that will be (`RateLimit`, say); the answer's own come before them.
 */
export type Admit<Principal> = (principal: Principal, operationId: OperationId, request: Asker) => Admission | Promise<Admission>;

// biome-ignore lint/suspicious/noConfusingVoidType: one that only refuses has nothing to return.
type Admission = AnswerHeaders | undefined | void;
