/** A mistake on the command line: a sentence, exit 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}
