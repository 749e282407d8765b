import { expect, test } from 'vitest';
import { loadContract } from '../../payments/load-contract.ts';
import { checkEveryEcho } from './check-echoes.ts';
import type { Shown } from './shown-invoices.ts';

test('a body that is nested too deep to be serialized is skipped', () => {
  const [operation] = loadContract().operations;
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const request = { method: 'POST', path: '/', headers: [], body: `{"cashTag":"$coffeeshop","amount":${deep}}` };
  const exchange = { url: '', request, startedAt: '2026-01-02T03:04:05.000Z', milliseconds: 3 };
  const shown = { operation, exchange, invoice: { amount: 12.5 }, isNew: true } as Shown;
  expect(checkEveryEcho(loadContract(), [shown])).toEqual([]);
});
