/** A callback that may not be sent, as its host leads inside. Trying again would not make it better. */
export class DeliveryBlockedError extends Error {
  override readonly name = 'DeliveryBlockedError';
}
