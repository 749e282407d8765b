/** Thrown when a project cannot be made in the given folder. Nothing was written. */
export class InitError extends Error {
  override readonly name = 'InitError';
}
