import { createSweeper } from '@payment-invoice/kit/invoices';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { openTestStore, sketchInvoice, startTime, storeKinds } from '../../testing/open-test-store.ts';

describe.each(storeKinds)('on %s', (kind) => {
  test('applies every expiry that is due, at the time of its clock', async () => {
    const { store } = await openTestStore(kind);
    const clock = { now: startTime };
    const sweeper = createSweeper(store, () => clock.now, pino({ enabled: false }));
    await Promise.all(Array.from({ length: 250 }, () => store.createInvoice(sketchInvoice())));
    await sweeper.sweep();
    expect(await store.count()).toMatchObject({ invoices: { PENDING: 250 }, outbox: 0 });
    clock.now += 60_000;
    await sweeper.sweep();
    expect(await store.count()).toMatchObject({ invoices: { PENDING: 0, EXPIRED: 250 }, outbox: 250 });
  });

  test('sweeps regularly, until it is stopped', async () => {
    const { store } = await openTestStore(kind);
    await store.createInvoice(sketchInvoice());
    const sweeper = createSweeper(store, () => startTime + 60_000, pino({ enabled: false }));
    sweeper.start();
    await expect.poll(() => store.count()).toMatchObject({ invoices: { EXPIRED: 1 } });
    await sweeper.stop();
  });

  test('logs that the store is unavailable, and tries again', async () => {
    const lines: string[] = [];
    let away = true;
    const store = {
      expireDue: async () => {
        if (away) throw new Error('away');
        return 0;
      },
      forgetKeys: async () => 0,
    };
    const sweeper = createSweeper(store, () => startTime, pino({}, { write: (line) => void lines.push(line) }));
    sweeper.start();
    await expect.poll(() => lines.join('')).toContain('expiry could not be applied');
    away = false;
    await sweeper.sweep();
    await sweeper.stop();
    expect(lines.join('')).toContain('"message":"away"');
  });
});
