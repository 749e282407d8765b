import type { OperationId } from '../contract/operation-id.ts';
import type { Scope } from '../contract/scope.ts';
import { invalidToken } from '../request/read-bearer-token.ts';
import type { ResponseHeaders } from '../response/api-response.ts';
import { checkSendable } from '../response/sendable-headers.ts';

/** The facts about a request that are known before its body is read. */
export interface Asker {
  requestId: string;
  /** As in the request to the API. */
  remoteAddress: string | undefined;
}

/** The asker, as far as it is known, with the credentials. */
export interface Credentials<Principal> extends Asker {
  /** The name of the security scheme in the contract: a bearer token, or a key in a header. */
  scheme: string;
  /** Principal of the other credentials that the contract wants, which came first: refuse where these are of another. */
  principal: Principal | undefined;
}

/**
 * Returns the owner of a bearer token, or of a key: an object or a string. Undefined means that the token is unknown (401). A rejection with a
 * `ProblemError` is sent as that problem (rate_limited, say); any other rejection is a failure (500).
 */
export type Authenticate<Principal> = (
  token: string,
  request: Credentials<Principal>,
) => Principal | undefined | Promise<Principal | undefined>;

/** The facts on which a request is admitted. */
export interface AdmissionRequest extends Asker {
  /** The scopes that the operation needs, as the contract says. */
  scopes: readonly Scope[];
}

/**
 * Decides on scopes (403) and rates (429), before the body is read. Throws a `ProblemError` to refuse. The headers that it returns
 * (`RateLimit`, say) go with whatever response follows, unless that response sets them itself.
 */
export type Admit<Principal> = (
  principal: Principal,
  operationId: OperationId,
  request: AdmissionRequest,
) => Admission | Promise<Admission>;

// biome-ignore lint/suspicious/noConfusingVoidType: an admit that only refuses has nothing to return.
type Admission = ResponseHeaders | undefined | void;

/**
 * Refuses values that the types exclude: a missing row, or the result of a check that is not the owner, must let nobody in.
 * @throws ProblemError invalid_token, or Error when authenticate says yes instead of who
 */
export function checkPrincipal<Principal>(principal: Principal | undefined): Principal {
  if (!principal) throw invalidToken();
  if (principal === true) throw new Error('authenticate returned true: return who asks, or undefined.');
  return principal;
}

/** @throws TypeError when a header cannot be sent */
export function checkAdmission(admission: Admission): ResponseHeaders | undefined {
  if (!admission) return undefined;
  checkSendable(admission);
  return admission;
}
