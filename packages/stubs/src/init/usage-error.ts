/** The command was called in a way that it does not have; the message says which is meant. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
