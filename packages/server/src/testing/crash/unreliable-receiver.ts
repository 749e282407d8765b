import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

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

  const record = (body: string, headers: Record<string, string>) => {
    const id = headers['webhook-id'] ?? '';
    try {
      new Webhook(secret()).verify(body, headers);
    } catch (error) {
      findings.push(`${id}: ${(error as Error).message}`);
    }
    const event = events.get(id) ?? { body, attempts: 0, accepted: false };
    if (event.body !== body) findings.push(`${id}: an attempt sent other bytes than the one before.`);
    event.attempts += 1;
    events.set(id, event);
    return event;
  };
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of req) chunks.push(chunk);
    } catch {
      // The sender was killed in the middle of it.
      return;
    }
    const event = record(Buffer.concat(chunks).toString(), req.headers as Record<string, string>);
    const luck = isWell ? 1 : random();
    if (luck < 0.1) res.writeHead(500).end();
    else if (luck < 0.14) res.destroy();
    else if (luck >= 0.16) {
      event.accepted = true;
      res.writeHead(204).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    events,
    findings,
    recover: () => {
      isWell = true;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
