/** Thrown if the storage is unavailable, for example locked, full or missing. The client gets a 503. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
  /** True if the change may have been made, or may still be made. False if nothing was changed. */
  readonly mayBeDone: boolean;

  constructor(message: string, { mayBeDone = false, ...options }: ErrorOptions & { mayBeDone?: boolean } = {}) {
    super(message, options);
    this.mayBeDone = mayBeDone;
  }
}
