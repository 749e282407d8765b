/** One attempt to deliver an event. */
export interface CallbackAttempt {
  /** The event's id, for the header `webhook-id`. */
  id: string;
  url: string;
  /** The bytes of the body, sent unchanged. */
  body: Uint8Array;
  /** The secrets that sign the callback, newest first, in plain text. */
  secrets: readonly string[];
  /** The time of signing in milliseconds since 1970. The header `webhook-timestamp` contains it in seconds. */
  signedAt: number;
}

/**
 * The outcome of an attempt. `reason` is a short code for logs; it contains no part of the request. `excerpt` is the beginning of
 * the response's body, if the sender keeps responses.
 */
export type AttemptResult =
  | { kind: 'responded'; status: number; retryAfter: string | undefined; excerpt?: string }
  | { kind: 'failed'; reason: string }
  /** Nothing was sent, because the URL's host is in a private network. */
  | { kind: 'blocked'; reason: string };

/** Makes attempts, and keeps connections open between them. */
export interface CallbackSender {
  /** Never rejects. */
  send(attempt: CallbackAttempt): Promise<AttemptResult>;
  /** Ends all connections and the attempts under way. */
  close(): Promise<void>;
}

/** An event in the queue. It has no `signedAt` yet, because it is signed when its attempt begins. */
export interface QueuedCallback extends Omit<CallbackAttempt, 'signedAt'> {
  invoiceId: string;
  /** The account to which the event belongs. The queue starts attempts for the accounts in turn. */
  accountId: string;
  /** The host of the URL. Attempts are limited for each host. */
  host: string;
  /** The latest time at which the attempt may begin, in milliseconds since 1970. A later attempt could outlast the lease. */
  beginBy: number;
}

/** The outcome of a queued callback: `unsent` if it waited too long, its receiver is gone, or `hold` was called. */
export type QueueResult = { kind: 'unsent' } | { kind: 'sent'; result: AttemptResult; ms: number };

/** Sends as many callbacks at the same time as its limits allow. The others wait. */
export interface CallbackQueue {
  /** Never rejects. */
  send(callback: QueuedCallback): Promise<QueueResult>;
  /** Sets the maximum number of simultaneous attempts to one host. */
  limitHosts(most: number): void;
  /** Begins no more attempts. Callbacks in the queue resolve as unsent; attempts under way continue. */
  hold(): void;
  /** Ends all connections and the attempts under way. */
  close(): Promise<void>;
}
