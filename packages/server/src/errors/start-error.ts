/**
 * The reason why the server cannot start. The message is for the person who starts it: it says what is wrong, where, and what to
 * do.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}
