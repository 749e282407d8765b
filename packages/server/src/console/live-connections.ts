import type { ServerResponse } from 'node:http';
import { ProblemError } from '@payment-invoice/stubs';
import type { Journal } from './journal.ts';

/** How often to check a page's content, in milliseconds. A payer, another process or an expiry may have changed it. */
const lookEvery = 2_000;
/** How many checks pass before the server sends a comment line, which keeps the event stream's connection open. */
const beatEvery = 5;
/** How long changes are collected before they are reported together, in milliseconds. */
const gather = 150;
/** The maximum number of unsent bytes per connection. If there are more, the connection is closed, and the browser reconnects. */
const mostUnread = 4 * 1024;

/** The maximum number of simultaneous connections. */
const most = { perAccount: 20, total: 200 };

/** Returns a string that changes with the content of the page, or undefined if its user may no longer see the page. */
export type Look = () => Promise<string | undefined>;

/** The open event streams of pages that refresh themselves. */
export interface LiveConnections {
  /** Throws a ProblemError if there are too many connections. Must be called before anything is rendered for a new connection. */
  admit(accountId: string): void;
  /** Keeps a connection open, and sends an event whenever `look` returns another string. Ends it if `look` returns undefined. */
  open(response: ServerResponse, accountId: string, look: Look): void;
  /** Ends all connections, and rejects new connections. */
  close(): void;
}

export function createLiveConnections(journal: Journal): LiveConnections {
  const open = new Map<ServerResponse, string>();
  let isClosed = false;
  const admit = (accountId: string) => {
    const ofAccount = [...open.values()].filter((owner) => owner === accountId).length;
    if (!isClosed && ofAccount < most.perAccount && open.size < most.total) return;
    const headers = { 'Retry-After': '30' };
    throw new ProblemError('rate_limited', 'Too many pages of the console are open. Close some.', { headers });
  };
  return {
    admit,
    open: (response, accountId, look) => {
      // The limits are checked again, because other connections may have been opened while the page was rendered.
      admit(accountId);
      open.set(response, accountId);
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
      // How long the browser waits before it reconnects after losing the connection, in milliseconds.
      response.write('retry: 3000\n\n');
      const stop = keepUpToDate(response, look, (listener) => journal.onEntry(accountId, listener));
      response.once('close', () => {
        stop();
        open.delete(response);
      });
    },
    close: () => {
      isClosed = true;
      for (const response of open.keys()) response.end();
    },
  };
}

/** Sends an event whenever the content has changed. Returns a function that stops the events. */
function keepUpToDate(response: ServerResponse, look: Look, onEntry: (listener: () => void) => () => void): () => void {
  let shown: string | undefined;
  let isLooking = false;
  let looks = 0;
  let soon: NodeJS.Timeout | undefined;
  const send = (text: string) => {
    if (response.writableEnded || response.destroyed) return;
    if (response.writableLength > mostUnread) response.destroy();
    else response.write(text);
  };
  const compare = async () => {
    soon = undefined;
    if (isLooking || response.writableEnded || response.destroyed) return;
    isLooking = true;
    try {
      const found = await look();
      if (found === undefined) response.end();
      else if (found !== shown) send(`event: change\ndata: ${found}\n\n`);
      shown = found;
    } catch {
      // While the store is unavailable, the page keeps its current content.
    }
    isLooking = false;
  };
  const looking = setInterval(() => {
    looks += 1;
    if (looks % beatEvery === 0) send(': still here\n\n');
    compare();
  }, lookEvery).unref();
  const forget = onEntry(() => (soon ??= setTimeout(compare, gather).unref()));
  compare();
  return () => {
    clearInterval(looking);
    clearTimeout(soon);
    forget();
  };
}
