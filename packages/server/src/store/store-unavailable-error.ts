/** Thrown when the storage is unavailable: locked, full or gone. The client gets a 503. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
  /** True when it is unknown whether a change was made or will be made. Otherwise nothing was changed. */
  readonly mayBeDone: boolean;

  constructor(message: string, { mayBeDone = false, ...options }: ErrorOptions & { mayBeDone?: boolean } = {}) {
    super(message, options);
    this.mayBeDone = mayBeDone;
  }
}
