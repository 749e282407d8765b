import type { AttemptResult, DeliveryDecision } from '@payment-invoice/kit/callbacks';

/** A header's name and value. */
export type Header = readonly [string, string];

/** A request to the API and its response, without any token or receipt. */
export interface RecordedRequest {
  kind: 'request';
  requestId: string;
  accountId: string;
  /** The invoice that it is about, if it is about one; not yet compared with the account. */
  invoiceId: string | undefined;
  /** The time at which it came, by the sandbox's clock, in milliseconds since 1970. */
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

/** An attempt to deliver an event, and what followed. */
export interface RecordedAttempt {
  kind: 'attempt';
  eventId: string;
  accountId: string;
  invoiceId: string;
  /** The time at which it ended, by the sandbox's clock. */
  at: number;
  ms: number;
  /** 1 for the first of its event; it begins again when the event is sent again. */
  attempt: number;
  result: AttemptResult;
  decision: DeliveryDecision;
}

/** The most that is kept: entries and bytes of one account, and bytes of all. */
export interface JournalLimits {
  entries: number;
  bytes: number;
  total: number;
}

const usualLimits: JournalLimits = { entries: 2_000, bytes: 4 * 1024 * 1024, total: 32 * 1024 * 1024 };

/** The last things that happened in a sandbox, in memory, each account's apart. */
export interface Journal {
  record(entry: RecordedRequest | RecordedAttempt): void;
  /** Lists an account's requests, newest first, of one invoice or all: at most `limit`, of those before the request of an id. */
  listRequests(accountId: string, limit: number, filter?: { invoiceId?: string; before?: string }): RecordedRequest[];
  findRequest(accountId: string, requestId: string): RecordedRequest | undefined;
  /** Lists the attempts of an invoice's events, oldest first. */
  listAttempts(accountId: string, invoiceId: string): RecordedAttempt[];
  /** Calls after each entry of an account until the function that it returns is called. */
  onEntry(accountId: string, listener: () => void): () => void;
}

interface Kept {
  entry: RecordedRequest | RecordedAttempt;
  bytes: number;
}

/** An account's entries, oldest first; those before `first` are forgotten and cut off now and then. */
interface Shelf {
  kept: (Kept | undefined)[];
  first: number;
  bytes: number;
}

/** Makes an empty journal. What is beyond a limit is forgotten: the oldest of the account, and then of the one that has the most. */
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

/** Bytes of an entry beside its texts: objects, ids, the place in the list. */
const overhead = 512;

/** Estimates the memory that an entry takes; a string takes up to two bytes a character. */
function sizeOf(entry: RecordedRequest | RecordedAttempt): number {
  if (entry.kind === 'attempt') {
    const { result } = entry;
    return overhead + 2 * (result.kind === 'responded' ? (result.excerpt?.length ?? 0) : 0);
  }
  const headers = [...entry.headers, ...entry.responseHeaders].flat();
  const length = [entry.path, entry.body, entry.responseBody, ...headers].reduce((sum, text) => sum + text.length, 0);
  return overhead + 2 * length;
}
