/**
 * Tests how the suite checks createdAt against the Date header of the response: the two clocks may differ, but must advance at
 * the same rate.
 */
import { expect, test } from 'vitest';
import type { Shown } from '../src/record/shown-invoices.ts';
import { checkTimes } from './check-times.ts';
import { loadContract } from './load-contract.ts';

const contract = loadContract();
const [create] = contract.operations;
const began = Date.parse('2026-01-02T03:04:05.000Z');

/** Simulates two creates per second. `of` returns how many seconds Date and createdAt are ahead of the real time. */
const creates = (count: number, of: (at: number) => { date: number; createdAt: number }): Shown[] =>
  Array.from({ length: count }, (_, at) => {
    const { date, createdAt } = of(at);
    const time = (seconds: number) => new Date(began + at * 500 + seconds * 1000);
    return {
      ...{ operation: create as Shown['operation'], isNew: true, invoice: { createdAt: time(createdAt).toISOString() } },
      exchange: {
        ...{ url: '', request: { method: 'POST', path: '', headers: [] }, startedAt: time(0).toISOString(), milliseconds: 3 },
        answer: { status: 200, headers: [['date', time(date).toUTCString()]], text: '' },
      },
    };
  });

test.each([
  ['two servers whose clocks are eight seconds apart', creates(60, (at) => ({ date: at % 3 ? 5 : -3, createdAt: 0 })), 0],
  ['a server that is years ahead', creates(60, () => ({ date: 1e8, createdAt: 1e8 })), 0],
  ['a few creates', creates(3, (at) => ({ date: 4 * at, createdAt: 0 })), 0],
  ['createdAt stands still', creates(60, (at) => ({ date: 0, createdAt: -at / 2 })), 1],
  ['createdAt runs ahead', creates(60, (at) => ({ date: 0, createdAt: at / 2 })), 1],
  ['one createdAt is two minutes old', creates(60, (at) => ({ date: 0, createdAt: at === 30 ? -120 : 0 })), 1],
  ['none is there', [], 0],
])('%s', (_what, shown, findings) => {
  expect(checkTimes(contract, shown)).toHaveLength(findings);
});
