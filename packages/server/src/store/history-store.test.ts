import { describe, expect, test } from 'vitest';
import { openTestStore, payCents, sketchInvoice, startTime, storeKinds } from '../../testing/open-test-store.ts';
import type { Store } from './store.ts';

describe.each(storeKinds)('on %s', (kind) => {
  test("lists the invoices of an account, newest first, and reads a limited number of others' in each step", async () => {
    const { store } = await openTestStore(kind);
    const named = (number: number, accountId: string) =>
      sketchInvoice({ id: `inv_${String(number).padStart(26, '0')}`, accountId });
    const own = [1, 2, 3, 1_600].map((number) => named(number, 'acc_1'));
    const others = Array.from({ length: 1_500 }, (_, index) => named(index + 10, 'acc_2'));
    await Promise.all([...own, ...others].map((invoice) => store.createInvoice(invoice)));
    const first = await store.listInvoices('acc_1', 3);
    expect(first.invoices).toEqual(own.slice(3));
    // Many invoices of another account follow, more than the search reads in one step, so the second page needs several steps.
    const second = await store.listInvoices('acc_1', 2, first.next);
    expect(second.invoices).toEqual([own[2], own[1]]);
    expect(second.next).toBe(own[1]?.id);
    expect(await store.listInvoices('acc_1', 2, second.next)).toEqual({ invoices: own.slice(0, 1), next: undefined });
    expect(await store.listInvoices('acc_3', 2, own[0]?.id)).toEqual({ invoices: [], next: undefined });
  });

  test('lists the receipts and the events of an invoice, oldest first', async () => {
    const { store } = await openTestStore(kind);
    const [invoice, other] = [sketchInvoice(), sketchInvoice()];
    await Promise.all([store.createInvoice(invoice), store.createInvoice(other)]);
    await payCents(store, invoice, 400, { receiptId: 'rcp_b', paidAt: startTime + 1 });
    await payCents(store, invoice, 600, { receiptId: 'rcp_a', paidAt: startTime + 2 });
    await payCents(store, other, 1_000);
    const receipt = (receiptId: string, amount: number, paidAt: number) => ({ receiptId, amount, paidAt, recordedAt: paidAt });
    expect(await store.listReceipts(invoice.id, 10)).toEqual([
      { ...receipt('rcp_b', 400, startTime + 1), paymentStatus: 'completed' },
      { ...receipt('rcp_a', 600, startTime + 2), paymentStatus: 'completed' },
    ]);
    expect(await store.listReceipts(invoice.id, 1)).toHaveLength(1);
    const events = await store.listEvents(invoice.id, 10);
    const waiting = { attempts: 0, outcome: null, settledAt: null, reason: null, url: invoice.callbackUrl };
    expect(events).toMatchObject([
      { ...waiting, sequence: 1, createdAt: startTime + 1, nextAt: startTime + 1 },
      { ...waiting, sequence: 2, createdAt: startTime + 2, nextAt: startTime + 2 },
    ]);
    expect(JSON.parse(String(events[1]?.body))).toMatchObject({ sequence: 2, data: { status: 'PAID' } });
  });

  test('sends an event again in any state, unless its receiver wants no more, and only for its account', async () => {
    const { store } = await openTestStore(kind);
    const hosts: string[] = [];
    const invoice = sketchInvoice({ callbackUrl: 'https://shop.example/hook' });
    await store.createInvoice(invoice);
    await payCents(store, invoice, 1_000);
    const read = async () => (await store.listEvents(invoice.id, 1))[0];
    const id = (await read())?.id ?? '';
    const end = async (attempts: number, decision: Parameters<Store['recordAttempts']>[0][number]['decision']) => {
      await store.claimEvents([{ host: 'shop.example', limit: 1 }], startTime + 9, startTime + 99);
      await store.recordAttempts(
        [{ event: { id, invoiceId: invoice.id, accountId: 'acc_1', host: 'shop.example', attempts }, decision }],
        startTime + 9,
      );
    };
    store.onEvent((host) => void hosts.push(host));
    await end(0, { kind: 'retry', at: startTime + 500, reason: 'status 500' });
    expect(await store.resendEvent('acc_1', id, startTime + 10)).toBe(true);
    expect(await read()).toMatchObject({ attempts: 1, nextAt: startTime + 10, outcome: null, reason: 'status 500' });
    for (const kind of ['delivered', 'dead'] as const) {
      await end(1, kind === 'dead' ? { kind, reason: 'timeout' } : { kind });
      expect(await read()).toMatchObject({ outcome: kind });
      expect(await store.resendEvent('acc_1', id, startTime)).toBe(true);
      expect(await read()).toMatchObject({ attempts: 0, nextAt: startTime, outcome: null, settledAt: null });
    }
    expect(hosts).toEqual(['shop.example', 'shop.example', 'shop.example']);
    expect(await store.resendEvent('acc_2', id, startTime)).toBe(false);
    expect(await store.resendEvent('acc_1', 'evt_nothing', startTime)).toBe(false);
    await end(0, { kind: 'gone', reason: 'status 410' });
    expect(await store.resendEvent('acc_1', id, startTime)).toBe(false);
    expect(hosts).toHaveLength(3);
  });
});
