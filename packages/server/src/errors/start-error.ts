/** The reason why the server cannot start: a sentence for the operator about what is wrong, where, and what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
