import type { CallbackQueue, CallbackSender, QueuedCallback, QueueResult } from './callback-sender.ts';

/** The most attempts that may be under way at once. */
export interface DeliveryLimits {
  /** Attempts over all hosts. */
  total: number;
  /** Attempts to one host: the most that a slow one can occupy. */
  perHost: number;
}

interface Waiting {
  callback: QueuedCallback;
  resolve(result: QueueResult): void;
}

/** The callbacks of one host: those that wait and the number under way. */
interface Lane {
  host: string;
  waiting: Waiting[];
  sending: number;
}

/** Puts a queue before a sender. Each host has a lane of its own, and lanes take turns, so that none waits for another. */
export function createCallbackQueue(sender: CallbackSender, { total, perHost }: DeliveryLimits): CallbackQueue {
  const lanes = new Map<string, Lane>();
  /** Lanes that could begin an attempt, in the order of their turns: a lane that was served goes to the end. */
  const turns = new Set<Lane>();
  let sending = 0;
  let isHeld = false;

  const laneOf = (host: string): Lane => {
    const lane = lanes.get(host) ?? { host, waiting: [], sending: 0 };
    lanes.set(host, lane);
    return lane;
  };
  const takeTurn = (lane: Lane) => {
    if (lane.waiting.length > 0 && lane.sending < perHost) turns.add(lane);
    if (lane.waiting.length === 0 && lane.sending === 0) lanes.delete(lane.host);
  };
  const fill = () => {
    for (const lane of turns) {
      if (sending >= total) return;
      turns.delete(lane);
      const next = lane.waiting.shift();
      if (next) begin(next, lane);
      takeTurn(lane);
    }
  };
  const begin = async ({ callback, resolve }: Waiting, lane: Lane) => {
    if (Date.now() > callback.beginBy) return resolve({ kind: 'unsent' });
    lane.sending += 1;
    sending += 1;
    const start = performance.now();
    const result = await sender.send({ ...callback, signedAt: Date.now() });
    resolve({ kind: 'sent', result, ms: performance.now() - start });
    lane.sending -= 1;
    sending -= 1;
    // The receiver wants no more of this invoice; the store settles its other events.
    if (result.kind === 'responded' && result.status === 410) drop(lane, callback.invoiceId);
    takeTurn(lane);
    fill();
  };
  const drop = (lane: Lane, invoiceId?: string) => {
    const isMeant = ({ callback }: Waiting) => invoiceId === undefined || callback.invoiceId === invoiceId;
    for (const { resolve } of lane.waiting.filter(isMeant)) resolve({ kind: 'unsent' });
    lane.waiting = lane.waiting.filter((one) => !isMeant(one));
    if (lane.waiting.length === 0) turns.delete(lane);
  };

  return {
    send: (callback) =>
      new Promise((resolve) => {
        if (isHeld) return resolve({ kind: 'unsent' });
        const lane = laneOf(callback.host);
        lane.waiting.push({ callback, resolve });
        takeTurn(lane);
        fill();
      }),
    hold: () => {
      isHeld = true;
      for (const lane of lanes.values()) drop(lane);
    },
    close: () => sender.close(),
  };
}
