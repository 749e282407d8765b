import type { OperationId, Scope } from '../contract/load-contract.ts';
import type { ProblemError } from '../problems/problem-error.ts';
import type { ResponseHeaders } from '../request/api-messages.ts';
import { invalidToken } from '../request/read-credentials.ts';
import type { ResponseValidation, UndeclaredProperties } from '../response/check-response.ts';
import { checkSendable } from '../response/sendable-headers.ts';
import type { UndocumentedResponseError } from '../response/undocumented-response-error.ts';
import type { Examiners, Handlers } from './handlers.ts';

/** The settings and functions of an API. */
export interface ApiOptions<Principal> {
  handlers: Handlers<Principal>;
  authenticate: Authenticate<Principal>;
  /** Decides whether a principal is admitted. By default, all are. */
  admit?: Admit<Principal>;
  /**
   * Returns the absolute URL of the deployment, without a final slash. It is called for each problem, because the port may not be
   * known before the server listens.
   */
  publicBaseUrl: () => string;
  /** Called with every error that becomes a 500, before the response is sent. By default it writes to the console. */
  onError?: (error: unknown, requestId: string) => void;
  /** Decides what happens to a response that breaks a MUST; `fail` by default. An undocumented status always becomes a 500. */
  validateResponses?: ResponseValidation;
  /**
   * Decides what happens to properties of a response that the contract does not name. They are never sent. `drop`, the default,
   * leaves them out, and reports each place once to `onInvalidResponse`. `refuse` treats them as a breach of the contract.
   */
  undeclaredProperties?: UndeclaredProperties;
  /**
   * Called with an error for each response that breaks the contract but is sent because `validateResponses` is `log`. Also called
   * once for each place where a property was dropped or a SHOULD was broken. By default it writes to the console.
   */
  onInvalidResponse?: (error: UndocumentedResponseError, requestId: string) => void;
  /**
   * Checks rules that a schema cannot express, and throws a problem if one is broken. The API calls it only for a request that is
   * refused anyway, so that the response reports broken rules too. These take precedence over a wrong header, because the body
   * is checked before the headers. For all other requests, handlers check these rules themselves.
   */
  examine?: Examiners<Principal>;
  /** Translates an error of the application into a problem. If it returns undefined, the error becomes a 500. */
  toProblem?: (error: unknown) => ProblemError | undefined;
}

/** A function that the API calls with an error. It may be asynchronous, although its public type does not say so. */
type Hook<Reported> = (error: Reported, requestId: string) => unknown;

/** Calls a hook. If it throws or rejects, writes both the reported error and the hook's error to the console. */
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

/** Writes an error to the console. The hooks do this by default. */
export function tellConsole(error: unknown, requestId: string): void {
  console.error(requestId, error);
}

/** A request, as far as it is known before its body is read. */
export interface Asker {
  requestId: string;
  /** The client's address, as in `ApiRequest`. */
  remoteAddress: string | undefined;
}

/** A request before its body is read, and its credentials. */
export interface Credentials<Principal> extends Asker {
  /** The name of the security scheme in the contract. It tells whether the credential is a bearer token or a key in a header. */
  scheme: string;
  /**
   * The principal of the credential that was checked before this one; undefined if this is the first or the only one.
   * Refuse the request if this credential belongs to another principal.
   */
  principal: Principal | undefined;
}

/**
 * Returns the owner of a bearer token or a key, as an object or a string; undefined for an unknown one (401). A rejection with a
 * `ProblemError`, such as rate_limited, is sent as that problem. Any other rejection is a failure (500).
 */
export type Authenticate<Principal> = (
  token: string,
  request: Credentials<Principal>,
) => Principal | undefined | Promise<Principal | undefined>;

/** The facts that decide whether a request is admitted. */
export interface AdmissionRequest extends Asker {
  /** The scopes that the contract requires for the operation. */
  scopes: readonly Scope[];
}

/**
 * Checks scopes (403) and rates (429) before the body is read, and throws a `ProblemError` to refuse the request. The headers
 * that it returns, such as `RateLimit`, are added to the response, unless the response sets them itself.
 */
export type Admit<Principal> = (
  principal: Principal,
  operationId: OperationId,
  request: AdmissionRequest,
) => Admission | Promise<Admission>;

// biome-ignore lint/suspicious/noConfusingVoidType: an `admit` that only refuses requests has nothing to return.
type Admission = ResponseHeaders | undefined | void;

/** Returns the owner that `authenticate` found. Throws invalid_token if it found none, and an Error if it returned `true`. */
export function checkPrincipal<Principal>(principal: Principal | undefined): Principal {
  if (!principal) throw invalidToken();
  if (principal === true) throw new Error('authenticate returned true: return the owner of the token, or undefined.');
  return principal;
}

/** Checks the headers that `admit` returned. Throws a TypeError when a header cannot be sent. */
export function checkAdmission(admission: Admission): ResponseHeaders | undefined {
  if (!admission) return undefined;
  checkSendable(admission);
  return admission;
}
