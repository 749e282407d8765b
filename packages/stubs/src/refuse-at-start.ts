import type { Contract } from './load-contract.ts';

/** An operation as far as its safety can be told from the contract. */
export interface GuardedOperation {
  operationId: string;
  path: string;
  security: readonly Readonly<Record<string, readonly string[]>>[];
}

/** @throws Error when the contract asks for what is not enforced: another scheme than bearer, or an open operation. */
export function refuseUnenforced(contract: Contract, operations: readonly GuardedOperation[]): void {
  for (const [name, scheme] of Object.entries(contract.components.securitySchemes)) {
    if (scheme.type !== 'http' || scheme.scheme !== 'bearer') throw new Error(`The security scheme ${name} is not HTTP bearer.`);
  }
  for (const { operationId, security } of operations) {
    const guarded = security.length > 0 && security.every((requirement) => Object.keys(requirement).length > 0);
    if (!guarded) throw new Error(`The operation ${operationId} can be asked without a token.`);
  }
}

/** Options as they may come from where nobody checks types. */
interface LooseOptions {
  handlers?: unknown;
  authenticate?: unknown;
  admit?: unknown;
  publicBaseUrl?: unknown;
  validateAnswers?: unknown;
}

/** @throws Error when an option is missing or of another kind; types say so before, unless cast away */
export function refuseWrongOptions({ handlers, authenticate, admit, publicBaseUrl, validateAnswers }: LooseOptions): void {
  if (typeof handlers !== 'object' || handlers === null)
    throw new Error('handlers must be an object with one handler an operation.');
  if (typeof authenticate !== 'function') throw new Error('authenticate must be a function: without it anyone would be let in.');
  if (admit !== undefined && typeof admit !== 'function') throw new Error('admit must be a function, or be left out.');
  if (typeof publicBaseUrl !== 'function') throw new Error('publicBaseUrl must be a function that gives an absolute URL.');
  if (![undefined, 'off', 'log', 'fail'].includes(validateAnswers as string)) {
    throw new Error(`validateAnswers is ${JSON.stringify(validateAnswers)}: it takes "off", "log" or "fail".`);
  }
}

/** @throws Error naming the handlers that are missing and those of no operation; types say so before, unless cast away. */
export function refuseHandlerMismatch(
  operations: readonly GuardedOperation[],
  handlers: Readonly<Record<string, unknown>>,
): void {
  const known = new Set(operations.map(({ operationId }) => operationId));
  const missing = [...known].filter((id) => !Object.hasOwn(handlers, id) || typeof handlers[id] !== 'function');
  const extra = Object.keys(handlers).filter((id) => !known.has(id));
  if (missing.length > 0) throw new Error(`No handler for ${missing.join(', ')}.`);
  if (extra.length > 0) throw new Error(`The contract has no operation ${extra.join(', ')}, but there is a handler.`);
}
