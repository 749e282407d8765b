import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadContract, readContract } from '../../payments/load-contract.ts';
import { editFields, isInvoice } from '../../servers/full/message.ts';
import { type FullChanges, startFullServer } from '../../servers/full/start-full-server.ts';
import { planCases } from '../../src/engine/plan-cases.ts';
import type { CaseResult } from '../../src/outcome/verdict.ts';
import { addProperties } from '../../testing/changes/add-properties.ts';
import { addRevision } from '../../testing/changes/add-shown.ts';
import { changedContract } from '../../testing/changes/change-contract.ts';
import { checkSubject } from '../../testing/check-subject.ts';

const folder = mkdtempSync(join(tmpdir(), 'changed-contract-'));
afterAll(() => rmSync(folder, { recursive: true }));

const path = join(folder, 'openapi.yaml');
const text = changedContract(addProperties);
writeFileSync(path, text);
const contract = readContract(text);
const shipped = new Set(planCases(loadContract()).map(({ id }) => id));
const added = planCases(contract).flatMap(({ id }) => (shipped.has(id) ? [] : [id]));

async function check(changes: FullChanges): Promise<CaseResult[]> {
  const running = await startFullServer(changes, { contract: path });
  return checkSubject(running, true, [...contract.features.keys()], added, contract).finally(() => running.close());
}

test('a right implementation of properties with defaults, enums, bounds and patterns, and of a header, passes', async () => {
  const results = await check({});
  expect(
    results
      .filter(({ verdict }) => verdict !== 'pass')
      .map(({ id, verdict, reason, findings }) => [id, verdict, reason, findings]),
  ).toEqual([]);
  expect(results.length).toBeGreaterThan(60);
}, 120_000);

const show = (fields: Record<string, unknown>): FullChanges => ({
  reply: (reply) => void (isInvoice(reply) && Object.assign(reply.body as object, fields)),
});

test.each<[string, string, FullChanges]>([
  ['a default is forgotten', 'invoice-isGift', show({ isGift: null })],
  ['a value of an enum is lost', 'invoice-priority', show({ priority: 'slow' })],
  [
    'a number above its maximum is taken',
    'create-pieces',
    { request: (message) => editFields(message, (fields) => void (Number(fields.pieces) > 99 && delete fields.pieces)) },
  ],
  [
    'a required property may be left out',
    'create-country',
    {
      request: (message) =>
        editFields(
          message,
          (fields) => void (Object.hasOwn(fields, 'cashTag') && Object.assign(fields, { country: 'DE', ...fields })),
        ),
    },
  ],
  [
    'a pattern is not looked at',
    'create-country',
    {
      request: (message) =>
        editFields(message, (fields) => {
          if (typeof fields.country === 'string') fields.country = 'DE';
        }),
    },
  ],
  ['a header is missing', 'region-is-told', { reply: (reply) => void delete reply.headers['X-Region'] }],
  [
    'a header has another value',
    'region-is-told',
    { reply: (reply) => void (isInvoice(reply) && Object.assign(reply.headers, { 'X-Region': 'moon' })) },
  ],
])(
  'a server where %s is found by derived cases alone',
  async (_, requirement, changes) => {
    const broken = (await check(changes)).flatMap(({ findings }) => findings.map((finding) => finding.requirement));
    expect(broken).toContain(requirement);
  },
  120_000,
);

test('only the form of a field is tried if its requirement is stated in words alone', () => {
  const worded = readContract(
    changedContract(addRevision, ({ components }) => {
      delete components.schemas.PaymentInvoice.properties.revision['x-counts'];
    }),
  );
  const id = 'invoice-revision';
  const own = planCases(worded).filter(({ requirement, covers = [] }) => [requirement, ...covers].includes(id));
  const proving = own.filter(({ requirement, ofForm, coversForm }) => !(requirement === id ? ofForm : coversForm));
  expect(own.length).toBeGreaterThan(2);
  expect(proving.map((one) => one.id)).toEqual([]);
});
