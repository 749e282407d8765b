import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Attack, SiegeTools, SiegeYield } from '../attack.ts';

/** Number of the attacker's invoices; each has its own callback host. */
const hosts = 150;
/** The longest time that another account's callback may take during the attack, in milliseconds. */
const longest = 2_000;

async function listen(listener: RequestListener, host: string) {
  const server = createServer(listener).listen(0, host);
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, close };
}

/**
 * Makes one account's callbacks go to receivers that behave as `listener` does, and measures how long another account's
 * callbacks take.
 */
async function besiege({ target, signal }: SiegeTools, listener: RequestListener): Promise<SiegeYield> {
  const bad = await listen(listener, '0.0.0.0');
  const calls: (() => void)[] = [];
  const good = await listen((_, response) => {
    response.writeHead(204).end();
    calls.shift()?.();
  }, '127.0.0.1');
  let bytes = 0;
  const waits: number[] = [];
  try {
    for (let i = 0; i < hosts && !signal.aborted; i++) {
      const callbackUrl = `http://127.1.${i}.1:${bad.port}/`;
      const id = await target.create(target.otherToken, { callbackUrl });
      await target.pay(target.otherToken, id, 1);
      bytes += 1_000;
      if (i % 10 !== 9) continue;
      const invoice = await target.create(target.token, { callbackUrl: `http://127.0.0.1:${good.port}/` });
      const called = new Promise<void>((resolve) => calls.push(resolve));
      const start = performance.now();
      await target.pay(target.token, invoice, 1);
      const late = new Promise<void>((resolve) => setTimeout(resolve, longest).unref());
      await Promise.race([called, late]);
      waits.push(performance.now() - start);
    }
  } finally {
    bad.close();
    good.close();
  }
  const worst = Math.max(0, ...waits);
  const findings = worst >= longest ? [`a stranger's callback was not sent within ${longest} ms`] : [];
  return { bytes, findings, remark: `callback ${worst.toFixed(0)} ms` };
}

/** Attacks by malicious callback receivers. */
export const callbackAttacks: readonly Attack[] = [
  {
    name: 'hanging-receivers',
    what: `has callbacks sent to ${hosts} hosts that never respond`,
    seconds: 30,
    run: (tools) => besiege(tools, () => undefined),
  },
  {
    name: 'endless-receivers',
    what: `has callbacks sent to ${hosts} hosts whose responses never end`,
    seconds: 30,
    run: (tools) =>
      besiege(tools, (_, response) => {
        response.writeHead(200);
        const writing = setInterval(() => response.write('x'.repeat(16_384)), 10);
        response.on('close', () => clearInterval(writing));
      }),
  },
];
