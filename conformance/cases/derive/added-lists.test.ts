import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadContract, readContract } from '../../payments/load-contract.ts';
import { startCoreServer } from '../../servers/core/start-core-server.ts';
import { type FullChanges, startFullServer } from '../../servers/full/start-full-server.ts';
import { planCases, selectCases } from '../../src/engine/plan-cases.ts';
import type { CaseResult } from '../../src/outcome/verdict.ts';
import { addLists } from '../../testing/changes/add-lists.ts';
import { changedContract } from '../../testing/changes/change-contract.ts';
import { checkSubject } from '../../testing/check-subject.ts';

const folder = mkdtempSync(join(tmpdir(), 'changed-contract-'));
afterAll(() => rmSync(folder, { recursive: true }));

const path = join(folder, 'openapi.yaml');
const text = changedContract(addLists);
writeFileSync(path, text);
const contract = readContract(text);
const shipped = new Set(planCases(loadContract()).map(({ id }) => id));
const added = planCases(contract).filter(({ id, alone }) => !shipped.has(id) && !alone);

// biome-ignore lint/suspicious/noExplicitAny: an edit may change any part of the contract that a server follows.
type Edit = (document: any) => void;

/** Checks a server with the added cases, or only with those about one requirement. */
async function check(changes: FullChanges, edit?: Edit, about?: string): Promise<CaseResult[]> {
  const running = await startFullServer(changes, { contract: path, ...(edit && { edit }) });
  const ids = selectCases(contract, added, about === undefined ? {} : { requirement: [about] }).map(({ id }) => id);
  return checkSubject(running, true, [...contract.features.keys()], ids, contract).finally(() => running.close());
}

test('a right implementation of a list, an object and a GET with parameters passes', async () => {
  const results = await check({});
  expect(results.flatMap(({ id, verdict, reason, findings }) => (verdict === 'pass' ? [] : [[id, reason, findings]]))).toEqual(
    [],
  );
  expect(results.length).toBeGreaterThan(120);
}, 60_000);

const payerOf: (document: Parameters<Edit>[0]) => Parameters<Edit>[0] = ({ components }) =>
  components.schemas.CreatePaymentRequest.properties.payer;
const labelsOf: typeof payerOf = ({ components }) => components.schemas.CreatePaymentRequest.properties.labels;
const payoutOf: typeof payerOf = ({ components }) => components.schemas.CreatePaymentRequest.properties.payout;
const readOf: typeof payerOf = ({ paths }) => paths['/api/v1/invoices/{invoice}'].get;

test.each<[string, string, Edit]>([
  ['a fifth label is taken', 'create-labels', (document) => void Object.assign(labelsOf(document), { maxItems: 5 })],
  ['only three labels are taken', 'create-labels', (document) => void Object.assign(labelsOf(document), { maxItems: 3 })],
  ['a label may come twice', 'create-labels', (document) => void delete labelsOf(document).uniqueItems],
  ['a label may be longer', 'create-labels', (document) => void Object.assign(labelsOf(document).items, { maxLength: 10 })],
  ['a payer needs no email', 'create-payer', (document) => void delete payerOf(document).required],
  ['any text is an email', 'create-payer', (document) => void delete payerOf(document).properties.email.format],
  ['an odd age is taken', 'create-payer', (document) => void delete payerOf(document).properties.age.multipleOf],
  ['17 is an age', 'create-payer', (document) => void Object.assign(payerOf(document).properties.age, { exclusiveMinimum: 15 })],
  ['a payer has other members', 'create-payer', (document) => void delete payerOf(document).additionalProperties],
  ['nothing is paid out to a card', 'create-payout', (document) => void payoutOf(document).oneOf.pop()],
  ['a bank needs no number', 'create-payout', (document) => void payoutOf(document).oneOf[0].required.pop()],
  [
    'a depth of 4 is taken',
    'read-depth',
    (document) => void Object.assign(readOf(document).parameters[2].schema, { maximum: 4 }),
  ],
  [
    'a third thing is shown',
    'read-show',
    (document) => void Object.assign(readOf(document).parameters[1].schema, { maxItems: 3 }),
  ],
  ['anything is shown', 'read-show', (document) => void delete readOf(document).parameters[1].schema.items.enum],
  [
    'another scope is needed to read',
    'read-needs-scope',
    (document) => void Object.assign(readOf(document).security[0], { bearerAuth: ['invoices:write'] }),
  ],
])(
  'a server where %s is found by derived cases alone',
  async (_, requirement, edit) => {
    const broken = (await check({}, edit, requirement)).flatMap(({ findings }) => findings.map((finding) => finding.requirement));
    expect(broken).toContain(requirement);
  },
  60_000,
);

test('a core server is held to none of it', async () => {
  const running = await startCoreServer({});
  const results = await checkSubject(
    running,
    true,
    [],
    added.map(({ id }) => id),
    contract,
  ).finally(() => running.close());
  expect(results.flatMap(({ findings }) => findings)).toEqual([]);
}, 60_000);
