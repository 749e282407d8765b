import type { OperationId, Scope } from '../contract/documented-operation.ts';
import { invalidToken } from '../request/read-credentials.ts';
import type { ResponseHeaders } from '../response/api-response.ts';
import { checkSendable } from '../response/sendable-headers.ts';

/** The facts that are known about a request before its body is read. */
export interface Asker {
  requestId: string;
  /** The client's address, as in `ApiRequest`. */
  remoteAddress: string | undefined;
}

/** The facts about a request before its body is read, together with its credentials. */
export interface Credentials<Principal> extends Asker {
  /** The name of the security scheme in the contract: a bearer token, or a key in a header. */
  scheme: string;
  /**
   * The principal of the credentials that were checked before these, when the contract asks for several together.
   * Refuse the request when these credentials belong to another principal.
   */
  principal: Principal | undefined;
}

/**
 * Returns the owner of a bearer token or a key, as an object or a string. Undefined means that the token is unknown (401). A
 * rejection with a `ProblemError` is sent as that problem, such as rate_limited; any other rejection is a failure (500).
 */
export type Authenticate<Principal> = (
  token: string,
  request: Credentials<Principal>,
) => Principal | undefined | Promise<Principal | undefined>;

/** The facts that decide whether a request is admitted. */
export interface AdmissionRequest extends Asker {
  /** The scopes that the operation needs, as the contract says. */
  scopes: readonly Scope[];
}

/**
 * Checks scopes (403) and rates (429) before the body is read. Throws a `ProblemError` to refuse. The headers that it returns,
 * such as `RateLimit`, are added to the response, unless the response sets them itself.
 */
export type Admit<Principal> = (
  principal: Principal,
  operationId: OperationId,
  request: AdmissionRequest,
) => Admission | Promise<Admission>;

// biome-ignore lint/suspicious/noConfusingVoidType: an admit that only refuses has nothing to return.
type Admission = ResponseHeaders | undefined | void;

/**
 * Refuses values that the types exclude, such as a missing row or the boolean result of a check, so that a mistake in
 * `authenticate` lets nobody in.
 * @throws ProblemError invalid_token, or Error when authenticate returns true instead of the owner
 */
export function checkPrincipal<Principal>(principal: Principal | undefined): Principal {
  if (!principal) throw invalidToken();
  if (principal === true) throw new Error('authenticate returned true: return who asks, or undefined.');
  return principal;
}

/**
 * Checks the headers that `admit` returned.
 * @throws TypeError when a header cannot be sent
 */
export function checkAdmission(admission: Admission): ResponseHeaders | undefined {
  if (!admission) return undefined;
  checkSendable(admission);
  return admission;
}
