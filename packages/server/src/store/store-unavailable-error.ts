/** The storage cannot answer now: it is locked, full or gone. The client is told 503; nothing was changed. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}
