import type { OperationId, Scope } from '../contract/load-contract.ts';
import type { ProblemError } from '../problems/problem-error.ts';
import type { ResponseHeaders } from '../request/api-messages.ts';
import { invalidToken } from '../request/read-credentials.ts';
import type { ResponseValidation, UndeclaredProperties } from '../response/check-response.ts';
import { checkSendable } from '../response/sendable-headers.ts';
import type { UndocumentedResponseError } from '../response/undocumented-response-error.ts';
import type { Examiners, Handlers } from './handlers.ts';

/** The settings and functions from which an API is made. */
export interface ApiOptions<Principal> {
  handlers: Handlers<Principal>;
  authenticate: Authenticate<Principal>;
  /** By default, every principal that `authenticate` returns is admitted. */
  admit?: Admit<Principal>;
  /**
   * Returns the absolute URL of the deployment without a slash at the end. It is called for each problem, because the port may be
   * known only after the start.
   */
  publicBaseUrl: () => string;
  /** Called with every error that becomes a 500, before the response; writes to the console by default. */
  onError?: (error: unknown, requestId: string) => void;
  /**
   * The treatment of a response whose body or headers break a MUST of the contract; `fail` by default. A status that the contract
   * does not document for the operation always becomes a 500.
   */
  validateResponses?: ResponseValidation;
  /**
   * The treatment of properties of a response that the contract does not name. They are never sent: `drop`, the default, leaves
   * them out and reports each place once to `onInvalidResponse`; `refuse` treats them as a breach of the contract.
   */
  undeclaredProperties?: UndeclaredProperties;
  /**
   * Called with an error for each response that breaks the contract but is sent, as `log` allows. Also called once for each place
   * where a property was dropped or a SHOULD was broken. Writes to the console by default.
   */
  onInvalidResponse?: (error: UndocumentedResponseError, requestId: string) => void;
  /**
   * Throws a problem for values that are wrong in ways that a schema cannot express. The API calls an examiner only
   * when it is about to refuse the request for another reason: for other properties of the body, because a refusal
   * names every wrong property, or for a header, because the contract checks the body first. Handlers check everything
   * else themselves.
   */
  examine?: Examiners<Principal>;
  /** Translates an error of the application into a problem. When it returns undefined, the error becomes a 500. */
  toProblem?: (error: unknown) => ProblemError | undefined;
}

/** A function that is called with an error. It may be asynchronous, even if its public type does not say so. */
type Hook<Reported> = (error: Reported, requestId: string) => unknown;

/**
 * Calls a hook. If the hook itself fails, now or later, both errors are written to the console. The response stays as
 * it was and the server keeps running.
 */
export function callHook<Reported>(hook: Hook<Reported>, error: Reported, requestId: string): void {
  const complain = (another: unknown) => {
    tellConsole(error, requestId);
    tellConsole(another, requestId);
  };
  try {
    Promise.resolve(hook(error, requestId)).catch(complain);
  } catch (another) {
    complain(another);
  }
}

/** Writes an error to the console: the hook that is used by default. */
export function tellConsole(error: unknown, requestId: string): void {
  console.error(requestId, error);
}

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
