/** Thrown when the command is called wrongly; the message shows the right call. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
