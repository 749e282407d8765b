/** The storage is unavailable: locked, full or gone. The client gets a 503; nothing was changed. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}
