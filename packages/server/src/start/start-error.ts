/** Why the server cannot start: a sentence for the person who started it, saying what, where, and what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
