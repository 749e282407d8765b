/** Servers of a changed contract: right ones pass, and those that break what fields owe one another are found by derived cases. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { editFields, isInvoice } from '../../servers/full/message.ts';
import { Problem } from '../../servers/full/problem.ts';
import { type FullChanges, startFullServer } from '../../servers/full/start-full-server.ts';
import { readContract } from '../../src/contract/load-contract.ts';
import { checkSubject } from '../../src/engine/check-subject.ts';
import { planCases } from '../../src/engine/plan-cases.ts';
import { addCurrency } from '../../testing/changes/add-currency.ts';
import { addPartRefund } from '../../testing/changes/add-part-refund.ts';
import { addRefunds } from '../../testing/changes/add-refunds.ts';
import { type ChangeContract, changedContract } from '../../testing/changes/change-contract.ts';

const folder = mkdtempSync(join(tmpdir(), 'related-'));
afterAll(() => rmSync(folder, { recursive: true }));
const shipped = new Set(planCases(readContract(changedContract())).map(({ id }) => id));

/** Reads the contract with a change, and makes what checks a server of it by the cases that the change brings. */
function prepare(name: string, change: ChangeContract, wanted = /^/) {
  const path = join(folder, `${name}.yaml`);
  const text = changedContract(change);
  writeFileSync(path, text);
  const contract = readContract(text);
  const planned = planCases(contract);
  const isNew = (id: string): boolean =>
    !shipped.has(id) || id.startsWith('record/') || id.startsWith('create-payment/idempotency/');
  const added = planned.flatMap(({ id }) => (isNew(id) && wanted.test(id) ? [id] : []));
  const check = async (changes: FullChanges, some = /^/): Promise<string[]> => {
    const running = await startFullServer(changes, { contract: path });
    const results = await checkSubject(
      running,
      true,
      [...contract.features.keys()],
      added.filter((id) => some.test(id)),
      contract,
    ).finally(() => running.close());
    return results.flatMap(({ id, verdict, reason, findings }) => {
      if (verdict === 'pass') return [];
      if (findings.length === 0) return [`${id} ${verdict}: ${reason}`];
      return findings.map(({ requirement, expected, received }) => `${requirement} by ${id}: ${expected} / ${received}`);
    });
  };
  return { check };
}

describe('a currency without decimals', () => {
  const { check } = prepare('currency', addCurrency);

  test('a right server is not blamed', async () => {
    expect(await check({})).toEqual([]);
  }, 120_000);

  test.each<[string, string, FullChanges]>([
    [
      'takes parts of a yen',
      'create-yen-are-whole',
      {
        request: (message) =>
          editFields(message, (fields) => void (fields.currency === 'JPY' && Object.assign(fields, { currency: 'USD' }))),
      },
    ],
    ['refuses yen', 'create-currency', { examine: (_, { currency }) => void (currency === 'JPY' && fail('currency')) }],
    [
      'shows dollars',
      'invoice-currency',
      { reply: (reply) => void (isInvoice(reply) && Object.assign(reply.body as object, { currency: 'USD' })) },
    ],
    [
      'refuses decimals of every currency',
      'create-yen-are-whole',
      { examine: (_, { amount }) => void (Number(amount) % 1 !== 0 && fail('amount')) },
    ],
  ])(
    'a server that %s is found',
    async (_, requirement, changes) => {
      expect((await check(changes, /relations|values|echo|other-body/)).join('\n')).toContain(`${requirement} by `);
    },
    120_000,
  );
});

describe('a refund of a part', () => {
  const { check } = prepare('refund', addPartRefund);
  type Refunded = Record<string, number | null>;
  const cents = (value: unknown): number => Math.round(Number(value ?? 0) * 100);
  const give = (most: (shown: Refunded) => number): FullChanges => ({
    examine(operation, body, invoice) {
      if (operation !== 'refundPayment' || !invoice) return;
      const shown = invoice.shown as unknown as Refunded;
      if (cents(body.amount) > most(shown)) throw new Problem('refund_too_large' as never);
      shown.refundedAmount = (cents(shown.refundedAmount) + cents(body.amount)) / 100;
    },
  });
  const left = ({ paidAmount, refundedAmount }: Refunded): number => cents(paidAmount) - cents(refundedAmount);

  test('a right server is not blamed', async () => {
    expect(await check(give(left))).toEqual([]);
  }, 120_000);

  test.each<[string, string, FullChanges]>([
    ['gives back any sum', 'refund-at-most-paid', give(() => Number.POSITIVE_INFINITY)],
    ['gives back what was paid again and again', 'refund-at-most-paid', give(({ paidAmount }) => cents(paidAmount))],
    ['keeps a cent', 'refund-at-most-paid', give((shown) => left(shown) - 1)],
    ['gives back a cent more', 'refund-at-most-paid', give((shown) => left(shown) + 1)],
  ])(
    'a server that %s is found',
    async (_, requirement, changes) => {
      expect((await check(changes, /relations|values|echo|other-body/)).join('\n')).toContain(`${requirement} by `);
    },
    120_000,
  );
});

describe('a map', () => {
  const { check } = prepare('map', addRefunds, /metadata|idempotency/);
  /** Changes what the server keeps of a map. */
  const keep = (isKept: (name: string, value: string) => boolean, written = (value: string) => value): FullChanges => ({
    request: (message) =>
      editFields(message, (fields) => {
        if (typeof fields.metadata !== 'object' || fields.metadata === null) return;
        const entries = Object.entries(fields.metadata as Record<string, string>).filter(([name, value]) => isKept(name, value));
        fields.metadata = Object.fromEntries(
          entries.map(([name, value]) => [name, typeof value === 'string' ? written(value) : value]),
        );
      }),
  });

  test('a right server is not blamed', async () => {
    expect(await check({})).toEqual([]);
  }, 120_000);

  test.each<[string, string, FullChanges]>([
    ['drops names with dots', 'invoice-metadata', keep((name) => !name.includes('.'))],
    ['drops names with spaces', 'invoice-metadata', keep((name) => !name.includes(' '))],
    ['drops names of other scripts', 'invoice-metadata', keep((name) => /^[ -~]*$/.test(name))],
    ['drops long names', 'invoice-metadata', keep((name) => name.length <= 40)],
    ['drops empty values', 'invoice-metadata', keep((_, value) => value !== '')],
    [
      'escapes values',
      'invoice-metadata',
      keep(
        () => true,
        (value) => value.replaceAll('<', '&lt;'),
      ),
    ],
    [
      'trims values',
      'invoice-metadata',
      keep(
        () => true,
        (value) => value.trim(),
      ),
    ],
    [
      'leaves it out of the body that a key is for',
      'idempotency-other-body-refused',
      { fingerprint: ({ metadata: _left, ...body }) => JSON.stringify(Object.entries(body).sort()) },
    ],
  ])(
    'a server that %s is found',
    async (_, requirement, changes) => {
      expect((await check(changes, /relations|values|echo|other-body/)).join('\n')).toContain(`${requirement} by `);
    },
    120_000,
  );
});

function fail(field: string): never {
  throw new Problem('validation_failed', {}, [{ pointer: `/${field}`, code: 'pattern', detail: `${field} is wrong.` }]);
}
