/** A create that may be sent again (D-20). The account is the invoice's. */
export interface IdempotencyClaim {
  operation: string;
  key: string;
  /** Equal for equal request bodies. */
  fingerprint: Buffer;
  /** The body of the response, sent again when the request is repeated. */
  response: Buffer;
}

/** The outcome of a create. `taken`: another invoice has the note or the id; try again with new ones. `reused`: the key belongs to another body. */
export type Creation = { kind: 'created' | 'taken' | 'reused' } | { kind: 'replayed'; response: Buffer };
