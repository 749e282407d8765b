import { type Call, listenForCalls } from '../listen-for-calls.ts';

/** An event as it came in, over all its attempts. */
export interface ReceivedEvent {
  body: string;
  attempts: number;
  /** True once the receiver has accepted one of them. */
  accepted: boolean;
}

/** A merchant's server with bad days. */
export interface UnreliableReceiver {
  url: string;
  /** By their `webhook-id`. */
  events: ReadonlyMap<string, ReceivedEvent>;
  /** Sentences about what must not happen. */
  findings: string[];
  /** From now on it only says yes. */
  recover(): void;
  close(): Promise<void>;
}

/** Starts it. Of a hundred calls it refuses 10 with 500, drops 4 and lets 2 stall; it accepts the others. */
export async function startUnreliableReceiver(random: () => number, secret: () => string): Promise<UnreliableReceiver> {
  const events = new Map<string, ReceivedEvent>();
  const findings: string[] = [];
  let isWell = false;

  const record = ({ headers, body, forged }: Call) => {
    const id = headers['webhook-id'] ?? '';
    if (forged !== null) findings.push(`${id}: ${forged}`);
    const event = events.get(id) ?? { body, attempts: 0, accepted: false };
    if (event.body !== body) findings.push(`${id}: an attempt sent other bytes than the one before.`);
    event.attempts += 1;
    events.set(id, event);
    return event;
  };
  const listening = await listenForCalls(secret, (call, res) => {
    const event = record(call);
    const luck = isWell ? 1 : random();
    if (luck < 0.1) res.writeHead(500).end();
    else if (luck < 0.14) res.destroy();
    else if (luck >= 0.16) {
      event.accepted = true;
      res.writeHead(204).end();
    }
  });
  return {
    ...listening,
    events,
    findings,
    recover: () => {
      isWell = true;
    },
  };
}
