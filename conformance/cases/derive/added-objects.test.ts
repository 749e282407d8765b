/**
 * Tests of operations that make and read objects other than invoices: no finding about a correct server, and one about
 * each defect.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadContract, readContract } from '../../payments/load-contract.ts';
import type { Fields, Message } from '../../servers/full/message.ts';
import { type FullChanges, startFullServer } from '../../servers/full/start-full-server.ts';
import { operationById } from '../../src/contract/contract.ts';
import { planCases, selectCases } from '../../src/engine/plan-cases.ts';
import { addRefunds } from '../../testing/changes/add-refunds.ts';
import { changedContract } from '../../testing/changes/change-contract.ts';
import { checkSubject } from '../../testing/check-subject.ts';
import { deriveKeys } from './keys/keys.ts';

const folder = mkdtempSync(join(tmpdir(), 'changed-contract-'));
afterAll(() => rmSync(folder, { recursive: true }));

const path = join(folder, 'openapi.yaml');
writeFileSync(path, changedContract(addRefunds));
const contract = readContract(changedContract(addRefunds));
const shipped = new Set(planCases(loadContract()).map(({ id }) => id));
const added = planCases(contract)
  // The cases that check the run's record are not new, but they also check what the added operations returned.
  .filter(({ id }) => !shipped.has(id) || id.startsWith('record/'));

/** Checks a server with the added cases, or only with those about one requirement. */
async function check(changes: FullChanges, about?: string): Promise<[id: string, verdict: string, requirements: string[]][]> {
  const running = await startFullServer(changes, { contract: path });
  const ids = selectCases(contract, added, about === undefined ? {} : { requirement: [about] }).map(({ id }) => id);
  const results = await checkSubject(running, true, [...contract.features.keys()], ids, contract).finally(() => running.close());
  return results.flatMap(({ id, verdict, findings }) =>
    verdict === 'pass' ? [] : [[id, verdict, findings.map(({ requirement }) => requirement)]],
  );
}

test('a right implementation passes every case that comes with them', async () => {
  expect(added.length).toBeGreaterThan(400);
  expect(await check({})).toEqual([]);
}, 60_000);

test.each([
  ['as every other success', { properties: { sent: { type: 'boolean' } } }, ['repeated', 'other-token', 'quoted']],
  ['of no body', undefined, ['repeated', 'other-token', 'quoted']],
])('a response %s is not judged by what it is not', (_what, schema, kept) => {
  const alike = changedContract(addRefunds, ({ paths }) => {
    const { responses } = paths['/api/v1/refunds'].post;
    responses[201] = schema
      ? { content: { 'application/json': { schema: { type: 'object', ...schema, examples: [{ sent: true }] } } } }
      : {};
  });
  const changed = readContract(alike);
  const ofKeys = deriveKeys(changed, operationById(changed, 'refundPayment')).map(({ id }) => id.split('/').at(-1));
  expect(ofKeys).toEqual(expect.arrayContaining(kept));
  for (const id of ['look-alikes', 'longest-apart', 'other-case', 'live-token', 'other-account', 'says-replayed'])
    expect(ofKeys).not.toContain(id);
});

const isAt = (message: Message, part: string): boolean => message.path.includes(part);

/** Changes the fields of successful responses at paths that contain `part`. */
const shown = (part: string, change: (fields: Fields) => void): FullChanges => ({
  reply(reply, message) {
    if (!isAt(message, part) || reply.status >= 300) return;
    const fields = { ...(reply.body as Fields) };
    change(fields);
    reply.body = fields;
  },
});

test.each<[string, string, FullChanges]>([
  [
    'keys are ignored',
    'idempotency-replays',
    {
      request(message) {
        if (isAt(message, '/refunds')) message.headers = message.headers.filter(([name]) => name !== 'idempotency-key');
      },
    },
  ],
  [
    'a repetition does not say so',
    'idempotency-says-replayed',
    {
      reply(reply, message) {
        if (isAt(message, '/refunds')) delete reply.headers['Idempotent-Replayed'];
      },
    },
  ],
  ['the key of another body is taken', 'idempotency-other-body-refused', { fingerprint: () => 'the same' }],
  [
    'a refund names another invoice',
    'refund-of-invoice',
    shown('/refunds', (fields) => void Object.assign(fields, { invoiceId: 'inv_other' })),
  ],
  ['a refund shows another amount', 'refund-amount', shown('/refunds', (fields) => void Object.assign(fields, { amount: 1 }))],
  [
    'an unknown refund is told as an invoice',
    'track-unknown-is-404',
    {
      reply(reply, message) {
        if (isAt(message, '/refunds/') && reply.status === 404) (reply.body as Fields).code = 'invoice_not_found';
      },
    },
  ],
  [
    'everybody reads every refund',
    'track-foreign-is-unknown',
    {
      request(message, { made, tokens }) {
        const { account } = made.get(message.path.split('/').at(-1) ?? '') ?? {};
        const [token] = [...tokens].find(([, one]) => one.account === account && !one.revoked) ?? [];
        const header = message.headers.find(([name]) => name === 'authorization');
        const asked = tokens.get(header?.[1].replace('Bearer ', '') ?? '');
        if (header && token !== undefined && asked && asked.account !== account) header[1] = `Bearer ${token}`;
      },
    },
  ],
  [
    'texts in a map are trimmed',
    'invoice-metadata',
    {
      reply({ body }) {
        const { metadata } = body as Fields;
        if (!metadata) return;
        const trimmed = Object.entries(metadata as Fields).map(([name, text]) => [name, String(text).trim()]);
        Object.assign(body as Fields, { metadata: Object.fromEntries(trimmed) });
      },
    },
  ],
  [
    'an empty map is none',
    'invoice-metadata',
    {
      reply({ body }) {
        if (JSON.stringify((body as Fields).metadata) === '{}') Object.assign(body as Fields, { metadata: null });
      },
    },
  ],
  [
    'a fraction is cut off',
    'create-refuses-wrong-types',
    {
      request(message) {
        message.text = message.text?.replace(/("seats":\d+)\.\d+/, '$1');
      },
    },
  ],
  [
    'a search for nothing succeeds',
    'search-not-empty',
    {
      request(message) {
        if (isAt(message, '/search') && message.text === '{}') message.text = '{"statuses":["PAID"]}';
      },
    },
  ],
  [
    'a note of any form is looked up',
    'find-note-form',
    {
      reply(reply, message) {
        if (!isAt(message, '/notes/') || reply.status !== 422) return;
        reply.status = 200;
        reply.body = {};
      },
    },
  ],
])(
  'a server in which %s breaks %s',
  async (_, requirement, changes) => {
    expect((await check(changes, requirement)).flatMap(([, , requirements]) => requirements)).toContain(requirement);
  },
  60_000,
);
