/** Thrown when a project cannot be made in the given folder. Nothing was written. */
export class InitError extends Error {
  override readonly name = 'InitError';
}

/** Thrown when the command is called with wrong arguments. The message shows the correct usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
