/** A wrong call of the command; the message names the right one. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
