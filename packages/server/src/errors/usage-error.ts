/** Thrown when a command is called wrongly. The message says how to call it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
