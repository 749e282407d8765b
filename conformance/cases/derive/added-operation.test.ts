import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadContract, readContract } from '../../payments/load-contract.ts';
import { startCoreServer } from '../../servers/core/start-core-server.ts';
import { callbacks, tell } from '../../servers/full/callbacks.ts';
import { lifecycle } from '../../servers/full/lifecycle.ts';
import { actionOf, editFields, headerOf, isInvoice, setHeader } from '../../servers/full/message.ts';
import { type FullChanges, startFullServer } from '../../servers/full/start-full-server.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { planCases, selectCases } from '../../src/engine/plan-cases.ts';
import type { CaseResult } from '../../src/outcome/verdict.ts';
import { addCancel } from '../../testing/changes/add-cancel.ts';
import { addReference } from '../../testing/changes/add-properties.ts';
import { changedContract } from '../../testing/changes/change-contract.ts';
import { checkSubject } from '../../testing/check-subject.ts';

const folder = mkdtempSync(join(tmpdir(), 'changed-contract-'));
afterAll(() => rmSync(folder, { recursive: true }));

const path = join(folder, 'openapi.yaml');
const text = changedContract(addCancel, addReference);
writeFileSync(path, text);
const contract: Contract = readContract(text);
const everyFeature = [...contract.features.keys()];
const shipped = new Set(planCases(loadContract()).map(({ id }) => id));
/** The cases that exist only because of the added operation. */
const added = planCases(contract).filter(({ id }) => !shipped.has(id));

/** Checks a server with the added cases, or only with those about one requirement. */
async function check(changes: FullChanges, about?: string): Promise<CaseResult[]> {
  const running = await startFullServer(changes, { contract: path });
  const cases = selectCases(contract, added, about === undefined ? {} : { requirement: [about] }).map(({ id }) => id);
  return checkSubject(running, true, everyFeature, cases, contract).finally(() => running.close());
}

const told = (results: CaseResult[]): string[] =>
  results.flatMap(({ id, verdict, reason, findings }) =>
    verdict === 'pass'
      ? []
      : [`${id} ${verdict}: ${reason ?? findings.map(({ expected, received }) => `${expected} / ${received}`).join('; ')}`],
  );

test('a right implementation of what the contract adds passes every case that comes with it', async () => {
  expect(told(await check({}))).toEqual([]);
}, 60_000);

const isCancel = (message: Parameters<typeof actionOf>[0]): boolean => actionOf(message) === 'cancellations';

/** Lets every account cancel every invoice. */
const anyAccount: FullChanges = {
  request(message, { tokens, invoices }) {
    if (!isCancel(message)) return;
    const { invoice } = JSON.parse(message.text || '{}') as { invoice?: string };
    const owner = invoices.get(String(invoice))?.account;
    const asked = tokens.get((headerOf(message, 'authorization') ?? '').replace('Bearer ', ''));
    const [token] = [...tokens].find(([, known]) => known.account === owner && known.scopes.length === 3) ?? [];
    if (asked && !asked.revoked && token !== undefined && asked.scopes.length === 3)
      setHeader(message, 'authorization', `Bearer ${token}`);
  },
};

/** Requires a scope other than the contract's. */
const otherScope: FullChanges = {
  request(message, { tokens }) {
    const text = (headerOf(message, 'authorization') ?? '').replace('Bearer ', '');
    const token = tokens.get(text);
    if (!token || !isCancel(message)) return;
    tokens.set(`${text}-changed`, { ...token, scopes: token.scopes.includes('invoices:read') ? ['invoices:write'] : [] });
    setHeader(message, 'authorization', `Bearer ${text}-changed`);
  },
};

test.each<[string, string, FullChanges]>([
  ['any account can cancel', 'cancel-foreign-is-unknown', anyAccount],
  ['another scope is enough', 'cancel-needs-scope', otherScope],
  [
    'an invoice that is PAID is accepted with 200',
    'lifecycle-paid-is-final',
    {
      reply(reply, message) {
        const { code } = reply.body as { code?: string };
        if (isCancel(message) && code === 'invoice_already_paid') reply.status = 200;
      },
    },
  ],
  [
    'paidAmount is erased',
    'lifecycle-cancel',
    {
      lifecycle: {
        follow(invoice, transition) {
          if (transition.to === 'CANCELLED') invoice.shown.paidAmount = null;
          return lifecycle.follow(invoice, transition);
        },
      },
    },
  ],
  [
    'no event is sent',
    'callback-at-each-change',
    { lifecycle: { follow: (invoice, transition) => lifecycle.follow(invoice, transition) && false } },
  ],
  [
    'the event is of another type',
    'event-type-names-change',
    {
      callbacks: {
        event: (invoice, sequence, time) => ({ ...callbacks.event(invoice, sequence, time), type: 'invoice.expired' }),
      },
    },
  ],
  [
    'what was cancelled is cancelled once more, and told',
    'callback-not-otherwise',
    {
      reply(reply, message, memory) {
        const { invoice: id } = isCancel(message) ? (JSON.parse(message.text || '{}') as { invoice?: string }) : {};
        const invoice = memory.invoices.get(String(id));
        if (invoice && reply.status === 409) tell(callbacks, invoice, memory);
      },
    },
  ],
  [
    'the reference is forgotten when the invoice changes',
    'invoice-reference',
    {
      lifecycle: {
        follow(invoice, transition) {
          if (transition.to === 'CANCELLED') invoice.shown.reference = null;
          return lifecycle.follow(invoice, transition);
        },
      },
    },
  ],
  [
    'the reference is never shown',
    'invoice-reference',
    { reply: (reply) => void (isInvoice(reply) && Object.assign(reply.body as object, { reference: null })) },
  ],
  [
    'a reference of any length is taken',
    'create-reference',
    {
      request: (message) =>
        editFields(message, (fields) => {
          if (typeof fields.reference === 'string') fields.reference = fields.reference.slice(0, 35);
        }),
    },
  ],
  [
    'a cancelled invoice still takes receipts',
    'lifecycle-cancelled-is-final',
    {
      lifecycle: {
        closedBy: (invoice, memory) => (invoice.shown.status === 'CANCELLED' ? undefined : lifecycle.closedBy(invoice, memory)),
      },
    },
  ],
  [
    'cancel has no limit',
    'cancel-rate-limit',
    { request: (message, { counted }) => void (isCancel(message) && counted.clear()) },
  ],
])(
  'a server where %s is found by derived cases alone',
  async (_, requirement, changes) => {
    const results = await check(changes, requirement);
    const broken = results.flatMap(({ findings }) => findings.map((finding) => finding.requirement));
    expect(broken).toContain(requirement);
  },
  60_000,
);

test('a server that knows nothing of the additions, and does not claim them, is held to none of them', async () => {
  const running = await startFullServer();
  const features = everyFeature.filter((feature) => !['cancellation', 'references'].includes(feature));
  // Leaves out the cases that wait for callbacks or move the clock. They are slow, and the additions do not affect them.
  const quick = planCases(contract).flatMap(({ id, alone, waits }) =>
    alone || waits || id.startsWith('callbacks/') ? [] : [id],
  );
  const results = await checkSubject(running, true, features, quick, contract).finally(() => running.close());
  expect(results.filter(({ verdict }) => !['pass', 'not-supported'].includes(verdict))).toEqual([]);
  expect(results.filter(({ id, verdict }) => id.startsWith('cancel-payment/') && verdict !== 'not-supported')).toEqual([]);
}, 60_000);

test('a core server is held to nothing that the contract adds', async () => {
  const running = await startCoreServer({});
  const results = await checkSubject(running, true, [], undefined, contract).finally(() => running.close());
  expect(results.flatMap(({ findings }) => findings)).toEqual([]);
  expect(results.flatMap(({ verdict, id, reason }) => (verdict === 'error' ? [`${id}: ${reason}`] : []))).toEqual([]);
}, 60_000);
