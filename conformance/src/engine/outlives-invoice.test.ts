/** Tests that a finding is no defect when the invoice expires while a case is still using it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { PlannedCase } from '../case/case.ts';
import { loadContract } from '../contract/load-contract.ts';
import type { Finding } from '../outcome/finding.ts';
import { broken } from '../outcome/make-finding.ts';
import { Subject } from '../subject/subject.ts';
import type { Recorded } from '../wire/recorder.ts';
import { outlivesInvoice } from './outlives-invoice.ts';
import { runCase } from './run-case.ts';

const contract = loadContract();

/** The times of an invoice, which are independent of this machine's clock. */
const times = (seconds: number): string =>
  JSON.stringify({ createdAt: new Date(0).toISOString(), expiresAt: new Date(seconds * 1000).toISOString() });

const created = (seconds: number, ago: number): Recorded => ({
  ...{ scope: 'a-case', index: 0 },
  exchange: {
    ...{ url: '', request: { method: 'POST', path: '/create', headers: [] }, milliseconds: 1 },
    startedAt: new Date(Date.now() - ago * 1000).toISOString(),
    answer: { status: 200, headers: [], text: times(seconds) },
  },
});

test.each([
  ['it lived for two seconds, and was made three seconds ago', 2, 3, true],
  ['it lives for half an hour', 1800, 3, false],
  ['it says that it lives for a second, and was made just now', 1, 0, false],
])('%s: %#', (_what, seconds, ago, outlived) => {
  const record = { all: [created(seconds, ago)], scopesOf: (id: string) => [id] };
  expect(outlivesInvoice('a-case', record)).toBe(outlived);
  expect(outlivesInvoice('another-case', record)).toBe(false);
});

test.each([
  ['ended while its invoice lived', 5, false],
  ['went on after its invoice had expired', 3, true],
])('what cases share %s', (_what, ago, outlived) => {
  const shared = [created(2, 5.5), created(1800, ago)].map((entry) => ({ ...entry, scope: 'shared/play' }));
  const record = { all: shared, scopesOf: (id: string) => [id, 'shared/play'] };
  expect(outlivesInvoice('a-case', record)).toBe(outlived);
});

/** Runs a case with an invoice of this lifetime, and with these numbers of findings, one for each attempt. */
async function runWith(lifetime: number, numbers: number[]): Promise<string> {
  const server = createServer((_request, response) => response.end(times(lifetime))).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = { baseUrl, token: 'token', timeout: 10_000, maxWait: 0, amount: 1, cashTag: '$shop', seed: 1 };
  const finding = (): Finding[] => broken(contract, 'lifecycle-expiry', { expected: '', received: '', exchanges: [] });
  const planned: PlannedCase = {
    ...{
      id: 'a-case',
      file: '',
      title: '',
      requirement: 'lifecycle-expiry',
      operations: [],
      tries: [],
      level: 'MUST',
      support: 'core',
    },
    async run({ subject }) {
      // Waits until a short-lived invoice has expired.
      const end = Date.now() + 20;
      do await subject.create();
      while (Date.now() < end);
      return Array.from({ length: numbers.shift() ?? 0 }, finding).flat();
    },
  };
  const context = { contract, subject: new Subject(contract, settings), features: new Set(['lifecycle']) };
  return (await runCase(planned, context, false)).verdict;
}

test.each([
  ['passes where it finds nothing when it is run again', 0.02, [1, 0], 'pass'],
  ['is inconclusive where it finds the same', 0.02, [1, 1], 'inconclusive'],
  ['fails at once where the invoice lives on', 1800, [1, 0], 'fail'],
])('a case whose invoice expired under it %s', async (_what, lifetime, numbers, verdict) => {
  expect(await runWith(lifetime, numbers)).toBe(verdict);
});
