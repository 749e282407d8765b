/**
 * The reason why the server cannot start. The message is a sentence for the person who started it that says what is wrong, where,
 * and what to do.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}
