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

/** An event that waits for its attempt; it is signed when that begins. */
export interface QueuedCallback extends Omit<CallbackAttempt, 'signedAt'> {
  readonly invoiceId: string;
  /** The part of the URL by which attempts are counted. */
  readonly host: string;
  /** It may be another's to send after that: then it is not begun. Milliseconds since 1970. */
  readonly beginBy: number;
}

/** What became of it. Not to be sent: it waited too long, or its receiver wants no more events of its invoice, or no attempt may begin any more. */
export type QueueResult =
  | { readonly kind: 'unsent' }
  | { readonly kind: 'sent'; readonly result: AttemptResult; readonly ms: number };

/** Makes as many attempts at once as are allowed; the others wait. */
export interface CallbackQueue {
  /** Never rejects. */
  send(callback: QueuedCallback): Promise<QueueResult>;
  /** Begins nothing more: what waits is unsent, what is under way goes on. */
  hold(): void;
  /** Ends all connections, with what is under way. */
  close(): Promise<void>;
}
