/** The project cannot be made where it was asked for; nothing was written. */
export class InitError extends Error {
  override readonly name = 'InitError';
}
