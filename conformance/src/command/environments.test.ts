/** Tests runs against a correct server behind the kinds of proxies that deployments have. Each must pass, in limited time. */
import { describe, expect, test } from 'vitest';
import { startCoreServer } from '../../servers/core/start-core-server.ts';
import { core } from '../../servers/core/steps.ts';
import { startClosedServer, startFullServer } from '../../servers/full/start-full-server.ts';
import { against, payBase, runConformance } from '../../testing/run-conformance.ts';
import { type Front, startFront } from '../../testing/start-front.ts';
import { withSubject } from '../../testing/with-subject.ts';

const sound = () => startCoreServer({});
/** Starts a server that responds to a submission immediately, but counts the receipt 300 ms later. */
const late = () =>
  startCoreServer({
    applyReceipt(invoice, body) {
      const counted = structuredClone(invoice);
      core.applyReceipt(counted, body);
      setTimeout(() => {
        Object.assign(invoice, counted);
        if (invoice.callbackUrl !== undefined) fetch(invoice.callbackUrl, { method: 'POST' }).catch(() => {});
      }, 300);
    },
  });

const fronts: [name: string, front: Front, start?: typeof sound][] = [
  ['150 ms of latency', { latency: 150 }],
  ['40 requests a second, then 429 with Retry-After', { perSecond: 40 }],
  ['a connection for each response', { closes: true }],
  ['300 ms before UNDER_PAID or PAID shows', {}, late],
];

/**
 * Proxies that refuse requests, and servers that show changes late. The suite must not report either as a defect. `npm test --
 * --in-full` also runs the other entries of `fronts`.
 */
const tried = process.env.IN_FULL === '1' ? fronts : fronts.filter(([, front, start]) => front.perSecond || start);

describe('a sound server behind', () => {
  test.each(tried)(
    '%s',
    (_name, front, start = sound) =>
      withSubject(
        async () => startFront(await start(), front),
        async (running) => {
          const run = await runConformance(...against(running), '--pay', payBase);
          expect(run.output).toContain('conforms to core');
          expect(run.exit).toBe(0);
          const { counts, milliseconds, traffic } = run.report();
          expect(counts).toMatchObject({ fail: 0, warn: 0, inconclusive: 0, skipped: 0, error: 0 });
          expect(traffic.requests).toBeGreaterThan(90);
          // High enough that only a run that hangs exceeds it. This is not a performance test.
          expect(milliseconds).toBeLessThan(120_000);
        },
      ),
    300_000,
  );
});

test.each([
  ['a sandbox that is said to be none', startFullServer, 'fail'],
  ['a deployment that is none', () => startClosedServer({}), 'pass'],
])('--no-sandbox: %s', (_name, start, verdict) =>
  withSubject(start, async (running) => {
    const loopback = ['--features', 'callbacks', '--case', 'create-payment/callback-addresses/loopback'];
    const run = await runConformance(...against(running), ...loopback, '--no-sandbox', '--strict');
    expect(run.report().results.find(({ id }) => id === loopback.at(-1))?.verdict).toBe(verdict);
  }),
);
