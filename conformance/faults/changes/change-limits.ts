import { actionOf, type Message, type Reply } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { onReply, onRequest } from './change-step.ts';
import { bearerOf } from './find-in-memory.ts';

const operationIds: Record<string, string> = { create: 'createPayment', submit: 'submitReceipt', fetch: 'fetchPayment' };

/** Returns the name under which a server counts the first account's requests for an action. */
export const countOf = (action: string): string => `merchant ${operationIds[action]}`;

/** Never counts requests towards a limit if `of` returns true for its name. */
export function forgetCounts(of: (limit: string) => boolean): FullChanges {
  return onRequest((_message, { counted }) => {
    for (const limit of counted.keys()) if (of(limit)) counted.delete(limit);
  });
}

/** Refuses the last request that an operation's limit allows. */
export function refuseLast(action: string, most: number): FullChanges {
  return onRequest((message, { counted }) => {
    const times = counted.get(countOf(action)) ?? [];
    if (actionOf(message) === action && times.length === most - 1) counted.set(countOf(action), [...times, times[0] as number]);
  });
}

/**
 * Resets counts at each request for the action, if the token belongs to the run's account but is not its first token.
 * @param of identifies the counts to reset: their names contain it
 */
export function freeOtherTokens(action: string, of = countOf(action)): FullChanges {
  return onRequest((message, { counted, tokens }) => {
    const [first] = tokens.keys();
    const given = bearerOf(message);
    if (given !== first && tokens.get(given)?.account.name === 'merchant' && actionOf(message) === action)
      for (const limit of counted.keys()) if (limit.includes(of)) counted.delete(limit);
  });
}

/** Counts one request too many at the beginning of each window. */
export function countOneMore(limitOf: (message: Message) => string): FullChanges {
  return onRequest((message, { counted, limited, now }) => {
    const limit = limitOf(message);
    if (limited && !counted.has(limit)) counted.set(limit, [now()]);
  });
}

/** Reads a count when a request arrives and writes it a moment later, so that simultaneous requests all pass. */
export const countLate = (limit: string, most: number) => (): FullChanges => {
  const passed = new Map<Message, number[]>();
  return {
    async request(message, { counted, limited }) {
      const isUnder = (counted.get(limit)?.length ?? 0) < most;
      if (!limited || `merchant ${operationIds[actionOf(message)]}` !== limit || !isUnder) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
      const times = counted.get(limit) ?? [];
      passed.set(message, times);
      counted.set(limit, times.slice(0, most - 1));
    },
    reply(_reply, message, { counted, now }) {
      const times = passed.get(message);
      if (times && passed.delete(message)) counted.set(limit, [...times, now()]);
    },
  };
};

/** Removes a request from a limit's count after its response. `of` returns the name of the limit, or undefined for none. */
export function uncount(of: (reply: Reply, message: Message) => string | undefined): FullChanges {
  return onReply((reply, message, { counted }) => {
    counted.get(of(reply, message) ?? '')?.pop();
  });
}

/** Uses the count of `other` for `limit`, so that requests count towards the wrong limit. */
export function countWith(limit: string, other: string): FullChanges {
  return onRequest((_message, { counted }) => {
    counted.set(limit, [...(counted.get(other) ?? [])]);
  });
}

/** Counts requests of each kind separately, for every limit, so that each kind can use up the whole limit. */
export function countApart(kindOf: (message: Message) => string): FullChanges {
  const kept = new Map<string, [string, number[]][]>();
  let last = '';
  return onRequest((message, { counted, limited }) => {
    if (!limited) kept.clear();
    const kind = kindOf(message);
    if (kind === last) return;
    kept.set(last, [...counted]);
    last = kind;
    counted.clear();
    for (const [limit, times] of kept.get(kind) ?? []) counted.set(limit, times);
  });
}

/** Counts requests over a shorter window than the contract says, and states the shorter window in response headers. */
export function forgetAfter(seconds: number): FullChanges {
  return {
    request(_message, { counted, now }) {
      for (const [limit, times] of counted)
        counted.set(
          limit,
          times.filter((time) => time > now() - seconds * 1000),
        );
    },
    reply({ status, headers }) {
      if (status === 429) headers['Retry-After'] = String(Math.max(1, Number(headers['Retry-After']) - (60 - seconds)));
    },
  };
}
