/** A create that may be sent again (D-20). It belongs to the invoice's account. */
export interface IdempotencyClaim {
  operation: string;
  key: string;
  /** The fingerprint of the request body; equal for equal bodies. */
  fingerprint: Buffer;
  /** The body of the response, sent again when the request is repeated. */
  response: Buffer;
}

/**
 * The outcome of a create. `taken`: another invoice has the note or the id; try again with new ones. `reused`: the key was used
 * with another body.
 */
export type Creation = { kind: 'created' | 'taken' | 'reused' } | { kind: 'replayed'; response: Buffer };
