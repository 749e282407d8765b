import { type components, problems } from '@payment-invoice/generated';

/** The stable name of a problem, from the contract's catalogue. */
export type ProblemCode = components['schemas']['ProblemCode'];

/** A mistake in a request, as an item of a problem. */
export type ProblemItem = components['schemas']['ProblemItem'];

/** The optional parts of a problem. The client gets `detail` and `errors`: put no token, receipt or personal data in them. */
export interface ProblemOptions {
  errors?: readonly ProblemItem[];
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
}

/** A problem of the contract's catalogue, as an error. Any code may throw it; the API turns it into a response. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  /** The HTTP status of the code, from the catalogue. */
  readonly status: number;
  /** A sentence for people: the mistake in this request, and how to correct it. */
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
