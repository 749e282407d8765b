import { createEventDescriber } from '@payment-invoice/kit/callbacks';
import { expect, onTestFinished, test } from 'vitest';
import { createRandomBytes } from '../../../packages/server/src/start/make-parts.ts';
import { openStore } from '../../../packages/server/src/store/open-store.ts';
import { makeTestDatabase, runIn, sketchInvoice, startTime } from '../../../packages/server/testing/open-test-store.ts';
import { openNetwork } from '../../../packages/server/testing/postgres/open-network.ts';
import { type Control, controls, makeRewriter } from '../controls.ts';

const claim = { operation: 'createPayment', key: 'key', fingerprint: Buffer.from('f'), response: Buffer.from('r') };

async function openThroughNetwork(control: Control | undefined) {
  const url = new URL(await makeTestDatabase());
  const rewriter = makeRewriter(control);
  const network = await openNetwork(url, rewriter.rewrite);
  onTestFinished(() => network.close());
  const databaseUrl = url.href;
  url.host = `127.0.0.1:${network.port}`;
  const describeEvent = createEventDescriber(createRandomBytes(), () => 'http://127.0.0.1:8080');
  const store = await openStore({ dataDir: '', databaseUrl: url.href }, describeEvent);
  onTestFinished(() => store.close());
  return { store, network, rewriter, databaseUrl };
}

test('a commit whose response is lost was made, and the store finds it when it asks again', async () => {
  const { store, network, databaseUrl } = await openThroughNetwork(undefined);
  const isSwallowed = network.swallowAnswer(60_000);
  const invoice = sketchInvoice();
  expect(await store.createInvoice(invoice, claim)).toEqual({ kind: 'created' });
  expect(await isSwallowed).toBe(true);
  expect(await runIn(databaseUrl, 'SELECT id FROM invoices')).toEqual([{ id: invoice.id }]);
  expect(await store.createInvoice(sketchInvoice(), claim)).toEqual({ kind: 'replayed', response: claim.response });
});

test('cut connections are opened again', async () => {
  const { store, network } = await openThroughNetwork(undefined);
  network.cut();
  await store.count().catch(() => undefined);
  expect(await store.count()).toMatchObject({ outbox: 0 });
});

const edited = Object.entries<Control>(controls).filter(([, { edits }]) => edits.length > 0);

test.each(edited)('the control %s changes its statement into another valid one', async (_, control) => {
  const { store, rewriter, databaseUrl } = await openThroughNetwork(control);
  if (control.sql !== '') await runIn(databaseUrl, control.sql);
  const invoice = sketchInvoice();
  expect(await store.createInvoice(invoice, claim)).toEqual({ kind: 'created' });
  const end = startTime + 3_600_000;
  expect(await store.readInvoice(invoice.accountId, invoice.id, end)).toMatchObject({ status: 'EXPIRED' });
  await store.releaseEvents([{ id: 'evt', leaseEnd: end }], end);
  expect(rewriter.unchanged()).toEqual([]);
});
