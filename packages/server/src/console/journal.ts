import type { AttemptResult, DeliveryDecision } from '@payment-invoice/kit/callbacks';

/** The name and value of a header. */
export type Header = readonly [string, string];

/** A request to the API and its response, with tokens and receipts removed. */
export interface RecordedRequest {
  kind: 'request';
  requestId: string;
  accountId: string;
  /** The id of the invoice in the request, if any. The invoice may belong to another account. */
  invoiceId: string | undefined;
  /** The time at which the request arrived, by the sandbox's clock, in milliseconds since 1970. */
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
  /** The time at which the attempt ended, by the sandbox's clock, in milliseconds since 1970. */
  at: number;
  ms: number;
  /** The number of the attempt, from 1. It restarts at 1 when the event is sent again. */
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

/** The latest requests and attempts in a sandbox, kept in memory for each account separately. */
export interface Journal {
  record(entry: RecordedRequest | RecordedAttempt): void;
  /** Lists at most `limit` requests, newest first. The filter selects those about an invoice, or older than request `before`. */
  listRequests(accountId: string, limit: number, filter?: { invoiceId?: string; before?: string }): RecordedRequest[];
  findRequest(accountId: string, requestId: string): RecordedRequest | undefined;
  /** Lists the attempts to deliver an invoice's events, oldest first. */
  listAttempts(accountId: string, invoiceId: string): RecordedAttempt[];
  /** Calls the listener after each new entry of an account. Returns a function that removes the listener. */
  onEntry(accountId: string, listener: () => void): () => void;
}

interface Kept {
  entry: RecordedRequest | RecordedAttempt;
  bytes: number;
}

/** The entries of an account, oldest first. Those before the index `first` count as deleted, and are removed in batches. */
interface Shelf {
  kept: (Kept | undefined)[];
  first: number;
  bytes: number;
}

/**
 * Makes an empty journal. When an account exceeds its limits, its oldest entries are deleted. When all accounts together exceed
 * the total, the oldest entries of the account with the most bytes are deleted.
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

/** The bytes of memory that an entry takes in addition to its strings: for its objects, its ids and its slot in the list. */
const overhead = 512;

/** Estimates how many bytes of memory an entry takes: two for each character of its strings. */
function sizeOf(entry: RecordedRequest | RecordedAttempt): number {
  if (entry.kind === 'attempt') {
    const { result } = entry;
    return overhead + 2 * (result.kind === 'responded' ? (result.excerpt?.length ?? 0) : 0);
  }
  const headers = [...entry.headers, ...entry.responseHeaders].flat();
  const length = [entry.path, entry.body, entry.responseBody, ...headers].reduce((sum, text) => sum + text.length, 0);
  return overhead + 2 * length;
}
