/** A project that cannot be made in the given folder; nothing was written. */
export class InitError extends Error {
  override readonly name = 'InitError';
}
