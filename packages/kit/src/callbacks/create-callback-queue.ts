import type { CallbackQueue, CallbackSender, QueuedCallback, QueueResult } from './callback-sender.ts';

/** The maximum numbers of simultaneous attempts. */
export interface DeliveryLimits {
  /** The maximum for all hosts together. */
  total: number;
  /** The maximum number of attempts to one host, so that a slow host cannot use up the total. */
  perHost: number;
}

interface Waiting {
  callback: QueuedCallback;
  resolve(result: QueueResult): void;
}

/** The waiting callbacks of one account to one host. */
interface Lane {
  host: string;
  waiting: Waiting[];
}

/** An account in the queue: its waiting callbacks by host, in the order of the hosts' turns, and its attempts under way. */
interface Sender {
  accountId: string;
  lanes: Map<string, Lane>;
  sending: number;
}

/**
 * Puts a queue in front of a sender. Accounts take turns, and so do the hosts of an account, so that one long queue does not
 * delay the others. An account may begin another attempt only while it has fewer attempts under way than there are free places
 * in `total`. So a single account gets at most half of the total, and an account without attempts can always begin an attempt,
 * even if hosts of other accounts do not respond.
 */
export function createCallbackQueue(sender: CallbackSender, { total, perHost }: DeliveryLimits): CallbackQueue {
  let mostPerHost = perHost;
  /** Accounts with callbacks, waiting or under way, in the order of their turns. */
  const accounts = new Map<string, Sender>();
  const sendingTo = new Map<string, number>();
  let sending = 0;
  let isHeld = false;

  const hasShare = (account: Sender) => account.sending < Math.max(1, total - sending);
  const hasRoom = (host: string) => (sendingTo.get(host) ?? 0) < mostPerHost;
  /** Begins one attempt of an account, if the limits allow it, and ends the account's turn. */
  const beginOne = (account: Sender) => {
    if (!hasShare(account)) return;
    for (const lane of account.lanes.values()) {
      if (!hasRoom(lane.host)) continue;
      const next = lane.waiting.shift();
      account.lanes.delete(lane.host);
      if (lane.waiting.length > 0) account.lanes.set(lane.host, lane);
      if (next) begin(next, account);
      accounts.delete(account.accountId);
      keep(account);
      return;
    }
  };
  const keep = (account: Sender) => {
    if (account.lanes.size > 0 || account.sending > 0) accounts.set(account.accountId, account);
    else accounts.delete(account.accountId);
  };
  const fill = () => {
    // After its turn, an account moves to the end of the map, where this loop reaches it again.
    for (const account of accounts.values()) {
      if (sending >= total) return;
      beginOne(account);
    }
  };
  const begin = async ({ callback, resolve }: Waiting, account: Sender) => {
    if (Date.now() > callback.beginBy) return resolve({ kind: 'unsent' });
    const { host, invoiceId } = callback;
    const count = (by: 1 | -1) => {
      sending += by;
      account.sending += by;
      const left = (sendingTo.get(host) ?? 0) + by;
      if (left === 0) sendingTo.delete(host);
      else sendingTo.set(host, left);
    };
    count(1);
    const start = performance.now();
    const result = await sender.send({ ...callback, signedAt: Date.now() });
    resolve({ kind: 'sent', result, ms: performance.now() - start });
    count(-1);
    // A 410 means that the receiver wants no more events of this invoice. The store settles those that are not in this queue.
    if (result.kind === 'responded' && result.status === 410) drop(account, host, (one) => one.callback.invoiceId === invoiceId);
    keep(account);
    fill();
  };
  const drop = (account: Sender, host: string, isMeant: (one: Waiting) => boolean) => {
    const lane = account.lanes.get(host);
    if (!lane) return;
    for (const { resolve } of lane.waiting.filter(isMeant)) resolve({ kind: 'unsent' });
    lane.waiting = lane.waiting.filter((one) => !isMeant(one));
    if (lane.waiting.length === 0) account.lanes.delete(host);
  };

  return {
    send: (callback) =>
      new Promise((resolve) => {
        if (isHeld) return resolve({ kind: 'unsent' });
        const { accountId, host } = callback;
        const account = accounts.get(accountId) ?? { accountId, lanes: new Map(), sending: 0 };
        accounts.set(accountId, account);
        const lane = account.lanes.get(host) ?? { host, waiting: [] };
        account.lanes.set(host, lane);
        lane.waiting.push({ callback, resolve });
        fill();
      }),
    hold: () => {
      isHeld = true;
      for (const account of accounts.values()) for (const host of [...account.lanes.keys()]) drop(account, host, () => true);
    },
    limitHosts: (most) => {
      mostPerHost = most;
      fill();
    },
    close: () => sender.close(),
  };
}
