import type { ProblemError } from '../problems/problem-error.ts';
import type { ResponseValidation, UndeclaredProperties } from '../response/check-response.ts';
import type { UndocumentedResponseError } from '../response/undocumented-response-error.ts';
import type { Admit, Authenticate } from './guard.ts';
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
