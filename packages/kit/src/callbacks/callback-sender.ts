/** One attempt to deliver an event. */
export interface CallbackAttempt {
  /** The event's id, the header `webhook-id`. */
  id: string;
  url: string;
  /** Sent as it is. */
  body: Uint8Array;
  /** Newest first, in plain text. */
  secrets: readonly string[];
  /** Milliseconds since 1970, for the header `webhook-timestamp`. */
  signedAt: number;
}

/**
 * The outcome of an attempt. `reason` is a short code for logs, and holds nothing that was sent; `excerpt` is the beginning of the
 * response's body, where responses are kept.
 */
export type AttemptResult =
  | { kind: 'responded'; status: number; retryAfter: string | undefined; excerpt?: string }
  | { kind: 'failed'; reason: string }
  /** Nothing was sent, and must not be: the URL leads inside. */
  | { kind: 'blocked'; reason: string };

/** Makes attempts; keeps connections. */
export interface CallbackSender {
  /** Never rejects. */
  send(attempt: CallbackAttempt): Promise<AttemptResult>;
  /** Ends all connections, and the attempts under way. */
  close(): Promise<void>;
}

/** An event that waits for its attempt; it is signed when that begins. */
export interface QueuedCallback extends Omit<CallbackAttempt, 'signedAt'> {
  invoiceId: string;
  /** The account by which attempts are shared out. */
  accountId: string;
  /** The part of the URL by which attempts are counted. */
  host: string;
  /** It may be another's to send after that: then it is not begun. Milliseconds since 1970. */
  beginBy: number;
}

/** The outcome of a queued callback. It is unsent when it waited too long, when its receiver wants no more events of its invoice, or when no attempt may begin any more. */
export type QueueResult = { kind: 'unsent' } | { kind: 'sent'; result: AttemptResult; ms: number };

/** Makes as many attempts at once as are allowed; the others wait. */
export interface CallbackQueue {
  /** Never rejects. */
  send(callback: QueuedCallback): Promise<QueueResult>;
  /** Allows so many attempts to one host at once from now on. */
  limitHosts(most: number): void;
  /** Begins no more attempts: waiting callbacks are unsent, attempts under way go on. */
  hold(): void;
  /** Ends all connections, and the attempts under way. */
  close(): Promise<void>;
}
