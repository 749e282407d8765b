import { type components, problems } from '@payment-invoice/generated';

/** The stable name of a problem, from the contract's catalogue. */
export type ProblemCode = components['schemas']['ProblemCode'];

/** One thing wrong with the body. */
export type ProblemItem = components['schemas']['ProblemItem'];

/** The parts of a problem beside its code and detail. `detail` and `errors` reach the client: no token, no receipt, no personal data. */
export interface ProblemOptions {
  errors?: readonly ProblemItem[];
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
}

/** A problem of the contract's catalogue, thrown wherever it is found and turned into a response in one place. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  /** The HTTP status that the catalogue gives the code. */
  readonly status: number;
  /** A sentence for a person: the mistake in this request, and its cure. */
  readonly detail: string;
  readonly errors: readonly ProblemItem[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    super(`${code}: ${detail}`, { cause: options.cause });
    this.code = code;
    this.status = problems[code].status;
    this.detail = detail;
    this.errors = options.errors;
    this.headers = options.headers ?? {};
  }
}
