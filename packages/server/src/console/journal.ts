import type { AttemptResult, DeliveryDecision } from '@payment-invoice/kit/callbacks';

/** The name and value of a header. */
export type Header = readonly [string, string];

/** A request to the API and its response, without any token or receipt. */
export interface RecordedRequest {
  kind: 'request';
  requestId: string;
  accountId: string;
  /** The id of the invoice that the request names, if any. The invoice may belong to another account. */
  invoiceId: string | undefined;
  /** The time at which the request arrived, by the sandbox's clock, as Unix time in milliseconds. */
  at: number;
  ms: number;
  method: string;
  path: string;
  headers: readonly Header[];
  body: string;
  status: number;
  responseHeaders: readonly Header[];
  responseBody: string;
}

/** An attempt to deliver an event, with its result. */
export interface RecordedAttempt {
  kind: 'attempt';
  eventId: string;
  accountId: string;
  invoiceId: string;
  /** The time at which the attempt ended, by the sandbox's clock. */
  at: number;
  ms: number;
  /** The number of the attempt, from 1. It starts again at 1 when the event is sent again. */
  attempt: number;
  result: AttemptResult;
  decision: DeliveryDecision;
}

/** The limits of the journal: entries and bytes for each account, and bytes in total. */
export interface JournalLimits {
  entries: number;
  bytes: number;
  total: number;
}

const usualLimits: JournalLimits = { entries: 2_000, bytes: 4 * 1024 * 1024, total: 32 * 1024 * 1024 };

/** A sandbox's latest requests and attempts, kept in memory for each account separately. */
export interface Journal {
  record(entry: RecordedRequest | RecordedAttempt): void;
  /**
   * Lists at most `limit` requests of an account, newest first.
   * @param filter selects the requests of an invoice, and those older than the request with the id `before`
   */
  listRequests(accountId: string, limit: number, filter?: { invoiceId?: string; before?: string }): RecordedRequest[];
  findRequest(accountId: string, requestId: string): RecordedRequest | undefined;
  /** Lists the attempts to deliver an invoice's events, oldest first. */
  listAttempts(accountId: string, invoiceId: string): RecordedAttempt[];
  /** Calls the listener after each entry of an account. Returns a function that ends this. */
  onEntry(accountId: string, listener: () => void): () => void;
}

interface Kept {
  entry: RecordedRequest | RecordedAttempt;
  bytes: number;
}

/** An account's entries, oldest first. Entries before the index `first` are deleted; now and then they are cut from the list. */
interface Shelf {
  kept: (Kept | undefined)[];
  first: number;
  bytes: number;
}

/**
 * Makes an empty journal. An account that exceeds its limits loses its oldest entries. When the total is exceeded, the
 * account with the most bytes loses its oldest entries.
 */
export function createJournal(limits: JournalLimits = usualLimits): Journal {
  const shelves = new Map<string, Shelf>();
  const listeners = new Map<string, Set<() => void>>();
  let total = 0;

  const forgetOldest = (shelf: Shelf) => {
    const bytes = shelf.kept[shelf.first]?.bytes ?? 0;
    shelf.bytes -= bytes;
    total -= bytes;
    shelf.kept[shelf.first] = undefined;
    shelf.first += 1;
    if (shelf.first < limits.entries) return;
    shelf.kept.splice(0, shelf.first);
    shelf.first = 0;
  };
  const forgetOfLargest = () => {
    const [[accountId, largest] = []] = [...shelves].sort(([, a], [, b]) => b.bytes - a.bytes);
    if (accountId === undefined || !largest) return;
    forgetOldest(largest);
    if (largest.bytes === 0) shelves.delete(accountId);
  };
  const entriesOf = (accountId: string) => shelves.get(accountId)?.kept ?? [];

  return {
    record: (entry) => {
      const { accountId } = entry;
      const shelf = shelves.get(accountId) ?? { kept: [], first: 0, bytes: 0 };
      shelves.set(accountId, shelf);
      const bytes = sizeOf(entry);
      shelf.kept.push({ entry, bytes });
      shelf.bytes += bytes;
      total += bytes;
      while (shelf.kept.length - shelf.first > limits.entries || shelf.bytes > limits.bytes) forgetOldest(shelf);
      while (total > limits.total) forgetOfLargest();
      for (const listener of listeners.get(accountId) ?? []) listener();
    },
    listRequests: (accountId, limit, { invoiceId, before } = {}) => {
      const found: RecordedRequest[] = [];
      const kept = entriesOf(accountId);
      for (let i = kept.length - 1, isAfter = before !== undefined; i >= 0 && found.length < limit; i--) {
        const entry = kept[i]?.entry;
        if (entry?.kind !== 'request') continue;
        if (isAfter) isAfter = entry.requestId !== before;
        else if (invoiceId === undefined || entry.invoiceId === invoiceId) found.push(entry);
      }
      return found;
    },
    findRequest: (accountId, requestId) => {
      const isIt = (one: Kept | undefined) => one?.entry.kind === 'request' && one.entry.requestId === requestId;
      const entry = entriesOf(accountId).find(isIt)?.entry;
      return entry?.kind === 'request' ? entry : undefined;
    },
    listAttempts: (accountId, invoiceId) =>
      entriesOf(accountId).flatMap((one) =>
        one?.entry.kind === 'attempt' && one.entry.invoiceId === invoiceId ? [one.entry] : [],
      ),
    onEntry: (accountId, listener) => {
      const ofAccount = listeners.get(accountId) ?? new Set();
      listeners.set(accountId, ofAccount.add(listener));
      return () => {
        ofAccount.delete(listener);
        if (ofAccount.size === 0) listeners.delete(accountId);
      };
    },
  };
}

/** The bytes that an entry takes besides its texts, for its objects, its ids and its place in the list. */
const overhead = 512;

/** Estimates the bytes of memory that an entry takes: two for each character of its texts. */
function sizeOf(entry: RecordedRequest | RecordedAttempt): number {
  if (entry.kind === 'attempt') {
    const { result } = entry;
    return overhead + 2 * (result.kind === 'responded' ? (result.excerpt?.length ?? 0) : 0);
  }
  const headers = [...entry.headers, ...entry.responseHeaders].flat();
  const length = [entry.path, entry.body, entry.responseBody, ...headers].reduce((sum, text) => sum + text.length, 0);
  return overhead + 2 * length;
}
