import type { ProblemError } from '../problems/problem-error.ts';
import type { ResponseValidation, UndeclaredProperties } from '../response/check-response.ts';
import type { UndocumentedResponseError } from '../response/undocumented-response-error.ts';
import type { Admit, Authenticate } from './guard.ts';
import type { Examiners, Handlers } from './handlers.ts';

/** The parts of an API. */
export interface ApiOptions<Principal> {
  handlers: Handlers<Principal>;
  authenticate: Authenticate<Principal>;
  /** By default, every known token is let in. */
  admit?: Admit<Principal>;
  /** Returns the absolute URL of the deployment without a slash at the end. Called for each problem, as the port may be known late. */
  publicBaseUrl: () => string;
  /** Called with every error that becomes a 500, before the response; writes to the console by default. */
  onError?: (error: unknown, requestId: string) => void;
  /**
   * Says what happens to a response whose body or headers break a MUST of the contract; `fail` by default. A status that the
   * operation does not have is a 500 in any case.
   */
  validateResponses?: ResponseValidation;
  /**
   * Says what happens to properties of a response that the contract does not name. They are never sent: `drop`, the default, leaves
   * them out and reports each place once to `onInvalidResponse`; `refuse` makes them a breach of the contract.
   */
  undeclaredProperties?: UndeclaredProperties;
  /**
   * Called with each response that is sent although it breaks the contract, as `log` does, and with the first response from which a
   * property was left out or that breaks a SHOULD; writes to the console by default.
   */
  onInvalidResponse?: (error: UndocumentedResponseError, requestId: string) => void;
  /**
   * Throws for properties that are wrong in ways that a schema cannot say. Called only when the request is about to be refused:
   * for other properties of the body, since a refusal names each wrong one, or for a header, since the contract checks the body
   * first. Handlers check everything else themselves.
   */
  examine?: Examiners<Principal>;
  /** Translates an error of the application's own into a problem; undefined leaves it a 500. */
  toProblem?: (error: unknown) => ProblemError | undefined;
}
