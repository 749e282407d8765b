/** One attempt to deliver an event. */
export interface CallbackAttempt {
  /** The event's id, for the header `webhook-id`. */
  id: string;
  url: string;
  /** The bytes of the body, sent unchanged. */
  body: Uint8Array;
  /** The secrets that sign it, newest first, in plain text. */
  secrets: readonly string[];
  /** The time of signing in milliseconds since 1970, for the header `webhook-timestamp`. */
  signedAt: number;
}

/**
 * The outcome of an attempt. `reason` is a short code for logs and repeats nothing that was sent. `excerpt` is the
 * beginning of the response's body, where responses are kept.
 */
export type AttemptResult =
  | { kind: 'responded'; status: number; retryAfter: string | undefined; excerpt?: string }
  | { kind: 'failed'; reason: string }
  /** Nothing was sent, because the URL leads into a private network. */
  | { kind: 'blocked'; reason: string };

/** Makes attempts, and keeps connections open between them. */
export interface CallbackSender {
  /** Never rejects. */
  send(attempt: CallbackAttempt): Promise<AttemptResult>;
  /** Ends all connections and the attempts under way. */
  close(): Promise<void>;
}

/** An event that waits for its attempt. It is signed when the attempt begins. */
export interface QueuedCallback extends Omit<CallbackAttempt, 'signedAt'> {
  invoiceId: string;
  /** The account whose turn the callback uses. */
  accountId: string;
  /** The host of the URL. Attempts are limited for each host. */
  host: string;
  /**
   * The latest time at which the attempt may begin, in milliseconds since 1970. Afterwards another process may send the event.
   */
  beginBy: number;
}

/**
 * The outcome of a queued callback. It stays unsent when it has waited too long, when its receiver wants no more events
 * of the invoice, or when the queue has stopped beginning attempts.
 */
export type QueueResult = { kind: 'unsent' } | { kind: 'sent'; result: AttemptResult; ms: number };

/** Makes as many attempts at once as its limits allow. The other callbacks wait. */
export interface CallbackQueue {
  /** Never rejects. */
  send(callback: QueuedCallback): Promise<QueueResult>;
  /** Sets the number of attempts to one host that may be under way at once. */
  limitHosts(most: number): void;
  /** Begins no more attempts. Waiting callbacks end as unsent, and attempts under way go on. */
  hold(): void;
  /** Ends all connections and the attempts under way. */
  close(): Promise<void>;
}
