/** Thrown if a command is called with invalid arguments. The message says how to call it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
