/** The options of an API as untyped code may pass them. */
interface LooseOptions {
  handlers?: unknown;
  authenticate?: unknown;
  admit?: unknown;
  publicBaseUrl?: unknown;
  validateResponses?: unknown;
  undeclaredProperties?: unknown;
}

/**
 * Checks the options of an API.
 * @throws Error when an option is missing or of a wrong type, which only a cast or untyped code can cause
 */
export function refuseWrongOptions(options: LooseOptions): void {
  const { handlers, authenticate, admit, publicBaseUrl, validateResponses, undeclaredProperties } = options;
  if (typeof handlers !== 'object' || handlers === null)
    throw new Error('handlers must be an object with one handler per operation.');
  if (typeof authenticate !== 'function') throw new Error('authenticate must be a function: without it anyone would be let in.');
  if (admit !== undefined && typeof admit !== 'function') throw new Error('admit must be a function, or be left out.');
  if (typeof publicBaseUrl !== 'function') throw new Error('publicBaseUrl must be a function that returns an absolute URL.');
  if (![undefined, 'off', 'log', 'fail'].includes(validateResponses as string)) {
    throw new Error(`validateResponses is ${JSON.stringify(validateResponses)}: it takes "off", "log" or "fail".`);
  }
  if (![undefined, 'drop', 'refuse'].includes(undeclaredProperties as string)) {
    throw new Error(`undeclaredProperties is ${JSON.stringify(undeclaredProperties)}: it takes "drop" or "refuse".`);
  }
}

/**
 * Checks that each operation has a handler and each handler an operation.
 * @throws Error that names the missing or the unknown handlers
 */
export function refuseHandlerMismatch(
  operations: readonly { operationId: string }[],
  handlers: Readonly<Record<string, unknown>>,
): void {
  const known = new Set(operations.map(({ operationId }) => operationId));
  const missing = [...known].filter((id) => !Object.hasOwn(handlers, id) || typeof handlers[id] !== 'function');
  const extra = Object.keys(handlers).filter((id) => !known.has(id));
  if (missing.length > 0) throw new Error(`No handler for ${missing.join(', ')}.`);
  if (extra.length > 0) throw new Error(`The contract has no operation ${extra.join(', ')}, but there is a handler.`);
}
