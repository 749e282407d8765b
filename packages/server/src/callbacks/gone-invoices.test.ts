/** Tests receivers that want no more events of an invoice. */
import { describe, expect, test } from 'vitest';
import { createPuppetSender, startDelivery } from '../../testing/callbacks/start-delivery.ts';
import { storeKinds } from '../../testing/open-test-store.ts';

describe.each(storeKinds)('on %s', (kind) => {
  test('a 410 ends all events of the invoice, including later ones, but not those of other invoices', async () => {
    const { sender, attempts } = createPuppetSender();
    const delivery = await startDelivery({ kind, sender, limits: { total: 64, perHost: 1 } });
    const invoice = await delivery.change('http://127.0.0.1:1/a', 3);
    await expect.poll(() => attempts.length).toBe(1);
    attempts[0]?.end(410);
    const gone = { outcome: 'gone' };
    await expect.poll(() => delivery.outbox()).toMatchObject([{ ...gone, attempts: 1, reason: 'status 410' }, gone, gone]);
    await delivery.payPart(invoice);
    await expect.poll(() => delivery.outbox()).toMatchObject([gone, gone, gone, { ...gone, attempts: 0 }]);
    await delivery.change('http://127.0.0.1:1/b');
    await expect.poll(() => attempts.length).toBe(2);
    expect(attempts[1]?.url).toBe('http://127.0.0.1:1/b');
  });

  test('a 410 also ends an event that is being claimed when it arrives', async () => {
    const { sender, attempts } = createPuppetSender();
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    let claimed = 0;
    const holdClaim = async (events: readonly object[]) => {
      claimed += events.length;
      if (claimed === 2) await held;
    };
    const delivery = await startDelivery({ kind, sender, holdClaim });
    const invoice = await delivery.change('http://127.0.0.1:1/a');
    await expect.poll(() => attempts.length).toBe(1);
    await delivery.payPart(invoice);
    await expect.poll(() => claimed).toBe(2);
    attempts[0]?.end(410);
    // Lets the dispatcher handle the 410 before the claim returns.
    await new Promise(setImmediate);
    letGo();
    await expect.poll(() => delivery.outbox()).toMatchObject([{ outcome: 'gone' }, { outcome: 'gone', attempts: 0 }]);
    expect(attempts).toHaveLength(1);
  });

  test('a 410 also ends an event whose claim began before the 410 was recorded and returned after it', async () => {
    const { sender, attempts } = createPuppetSender();
    const claimed: string[][] = [];
    let isRecorded = false;
    const delivery = await startDelivery({
      kind,
      sender,
      // The second claim reads the events before the 410 is recorded, and returns them after it is recorded.
      holdRecords: () => expect.poll(() => claimed.length).toBe(2),
      holdClaim: async (events) => {
        claimed.push(events.map(({ id }) => id));
        if (claimed.length === 1) return;
        await expect.poll(() => delivery.outbox()).toMatchObject([{ outcome: 'gone' }, { outcome: 'gone' }]);
        await new Promise(setImmediate);
        isRecorded = true;
      },
    });
    const invoice = await delivery.change('http://127.0.0.1:1/a');
    await expect.poll(() => attempts.length).toBe(1);
    // Responds when the next event is committed, so that the dispatcher records the 410 and claims that event in one round.
    delivery.store.onEvent(() => attempts[0]?.end(410));
    await delivery.payPart(invoice);
    await expect.poll(() => isRecorded).toBe(true);
    expect(claimed[1]).toHaveLength(1);
    await new Promise(setImmediate);
    expect(attempts).toHaveLength(1);
  });

  test("a 410 also settles the invoice's dead letters, which could not be sent again", async () => {
    const { sender, attempts } = createPuppetSender();
    const delivery = await startDelivery({ kind, sender });
    const invoice = await delivery.change('http://127.0.0.1:1/');
    await expect.poll(() => attempts.length).toBe(1);
    attempts[0]?.end(200);
    await expect.poll(() => delivery.outbox()).toMatchObject([{ outcome: 'delivered' }]);
    await delivery.query("UPDATE outbox SET outcome = 'dead'");
    await delivery.payPart(invoice);
    await expect.poll(() => attempts.length).toBe(2);
    attempts[1]?.end(410);
    await expect.poll(() => delivery.outbox()).toMatchObject([{ outcome: 'gone' }, { outcome: 'gone' }]);
    expect(await delivery.store.listDeadEvents(10)).toEqual([]);
  });
});
