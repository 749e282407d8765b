/** The storage is unavailable: locked, full or gone. The client gets a 503. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
  /** True when a change may have been made, or may be made yet: nobody knows. Otherwise nothing was changed. */
  readonly mayBeDone: boolean;

  constructor(message: string, { mayBeDone = false, ...options }: ErrorOptions & { mayBeDone?: boolean } = {}) {
    super(message, options);
    this.mayBeDone = mayBeDone;
  }
}
