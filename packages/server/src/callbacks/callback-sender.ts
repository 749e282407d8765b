/** One attempt to deliver an event. */
export interface CallbackAttempt {
  /** The event's id, the header `webhook-id`. */
  readonly id: string;
  readonly url: string;
  /** Sent as it is. */
  readonly body: Uint8Array;
  /** Newest first, in plain text. */
  readonly secrets: readonly string[];
  /** Milliseconds since 1970, for the header `webhook-timestamp`. */
  readonly signedAt: number;
}

/** How an attempt ended. `reason` is a short code for logs, and holds nothing that was sent. */
export type AttemptResult =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfter: string | undefined }
  | { readonly kind: 'failed'; readonly reason: string }
  /** Nothing was sent, and must not be: the URL leads inside. */
  | { readonly kind: 'blocked'; readonly reason: string };

/** Makes attempts; keeps connections. */
export interface CallbackSender {
  /** Never rejects. */
  send(attempt: CallbackAttempt): Promise<AttemptResult>;
  /** Ends all connections, with what is under way. */
  close(): Promise<void>;
}
