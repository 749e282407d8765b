import type { ServerResponse } from 'node:http';
import { ProblemError } from '@payment-invoice/stubs';
import type { Journal } from './journal.ts';

/** Milliseconds between two looks at what is shown, whoever changed it: the clock, a payer, another process. */
const lookEvery = 2_000;
/** Looks between two signs of life. */
const beatEvery = 5;
/** Milliseconds for which changes are gathered. */
const gather = 150;
/** Bytes that may wait for a reader; who reads slower is dropped and comes again. */
const mostUnread = 4 * 1024;

/** The most connections that are held open at once. */
const most = { perAccount: 20, total: 200 };

/** Returns a word that changes with what a page shows; undefined when its reader may see it no more. */
export type Look = () => Promise<string | undefined>;

/** Pages that are kept up to date. */
export interface LiveConnections {
  /** Asked before anything is drawn for a connection. @throws ProblemError rate_limited when there are too many */
  admit(accountId: string): void;
  /**
   * Keeps a connection open and sends a server-sent event each time that `look` returns something else, until it returns undefined.
   * @throws ProblemError rate_limited when there are too many
   */
  open(response: ServerResponse, accountId: string, look: Look): void;
  /** Ends all connections, and takes no more. */
  close(): void;
}

/** Makes the place where connections are kept. */
export function createLiveConnections(journal: Journal): LiveConnections {
  const open = new Map<ServerResponse, string>();
  let isClosed = false;
  const admit = (accountId: string) => {
    const ofAccount = [...open.values()].filter((owner) => owner === accountId).length;
    if (isClosed || ofAccount >= most.perAccount || open.size >= most.total) {
      throw new ProblemError('rate_limited', 'Too many pages of the console are open. Close some.', {
        headers: { 'Retry-After': '30' },
      });
    }
  };
  return {
    admit,
    open: (response, accountId, look) => {
      // Again: others may have come while the page was drawn.
      admit(accountId);
      open.set(response, accountId);
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
      // A browser that was cut off comes again after so many milliseconds.
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

/** Looks now and then, and soon after each entry of the journal. Returns the function that ends it. */
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
      // A store that is away changes nothing that is shown.
    }
    isLooking = false;
  };
  const looking = setInterval(() => {
    looks += 1;
    if (looks % beatEvery === 0) send(': still here\n\n');
    compare();
  }, lookEvery).unref();
  const forget = onEntry(() => {
    soon ??= setTimeout(compare, gather).unref();
  });
  compare();
  return () => {
    clearInterval(looking);
    clearTimeout(soon);
    forget();
  };
}
