import { isDeepStrictEqual } from 'node:util';
import { paid, shares, submit } from '../../payments/pay.ts';
import { stateWhenPaid } from '../../payments/ways.ts';
import type { Case, CaseContext } from '../../src/case/case.ts';
import { featuresOf } from '../../src/contract/claimed-schema.ts';
import { type Contract, operationById, requirementById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { type Exchange, hasSucceeded, isSuccess, responseHeader } from '../../src/http/exchange.ts';
import { nullIfSkipped } from '../../src/outcome/case-skipped.ts';
import { broken, type Finding } from '../../src/outcome/finding.ts';
import { whileStill } from '../../src/places/stillness.ts';
import { type Play, read, readUntil, startPlay } from '../../src/subject/play.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { invoiceOf } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { judgeCode } from '../derive/refusals/send-violation.ts';
import { create, idOf, type KeyCalls, otherField, sameJson, sendAnother, shown, type Tried } from './key-trial.ts';
import { mintToken, scopesWithout } from './mint-token.ts';
/** Tries to create an invoice with a token that worked earlier. Expects a refusal with one of these statuses. */
export async function seeRefused(used: Exchange, token: Subject, expected: string, statuses = [401]): Promise<Tried> {
  const exchanges = [used, await token.create()];
  const status = exchanges[1]?.answer?.status ?? 0;
  return { exchanges, expected, received: statuses.includes(status) ? undefined : String(status) };
}
/** A function that checks, after the restart or outage, whether everything is as it was. */
export type Look = () => Promise<Tried>;

export interface Trial extends Pick<Case, 'id' | 'title' | 'requirement' | 'tries' | 'features' | 'derived'> {
  /** The requirement that a trial checks in an outage of the store during which an invoice expires. */
  inOutage?: string;
  /** Creates what must survive the restart or the outage. */
  prepare(context: CaseContext): Promise<Look>;
}

/** Lists the features that a deployment must claim for a trial: those of the requirement and the trial's own. */
export const featuresNeeded = (contract: Contract, trial: Trial, requirement = trial.requirement): string[] => [
  ...featuresOf(requirementById(contract, requirement)),
  ...(trial.features ?? []),
];

/** Runs `begin` once for all cases that share it, while no other case is running. */
export const onceStill = (what: string, begin: () => Promise<void>): Promise<void> =>
  whileStill(what, { begin, end: async () => {} }, async () => {});

/** A URL that changes if a program parses it and writes it again. */
const oddUrl = 'HTTPS://Example.com:443/a/../Thanks%7e?z=1&a=%7E+b';

/** Creates an invoice with an odd returnUrl, or without one if that is refused, and pays part of it with two receipts. */
export const partOf = async ({ subject }: CaseContext): Promise<Play> => {
  const created = await subject.create({ ...subject.createBody, returnUrl: oddUrl });
  const play: Play = hasSucceeded(created)
    ? { subject, invoice: invoiceOf(created), counted: [], exchanges: [created] }
    : await startPlay(subject);
  const { part } = shares(subject);
  for (const cents of part > 1 ? [part - 1, 1] : [part]) await paid(play, cents);
  await readUntil(play, { status: 'UNDER_PAID', paidAmount: part / 100 });
  return play;
};

/** Fetches invoices again, and looks for a field whose value has changed. */
export async function lookForSame(
  contract: Contract,
  invoices: readonly { play: Play; before: Record<string, unknown> }[],
): Promise<Tried> {
  const known = Object.keys(operationById(contract, 'fetchPayment').response.properties ?? {});
  for (const { play, before } of invoices) {
    const after = await readUntil(play, { status: before.status });
    const field = known.find((name) => !isDeepStrictEqual(before[name], after[name]));
    if (field === undefined) continue;
    const [expected, received] = [before, after].map((shown) => `${field}: ${showValue(shown[field])}`) as [string, string];
    return { exchanges: play.exchanges, expected, received };
  }
  return { exchanges: invoices.flatMap(({ play }) => play.exchanges), expected: '' };
}

export const trials: readonly Trial[] = [
  {
    id: 'invoice',
    title: 'A restart changes no field of a part-paid, a paid or a failed invoice',
    requirement: 'fetch-reads-current-state',
    features: ['lifecycle'],
    derived: true,
    async prepare(context) {
      const { subject, contract } = context;
      const ended = (['completed', 'failed'] as const).map(async (outcome) => {
        const play = await startPlay(subject);
        const submitted = await paid(play, shares(subject).whole, outcome).catch(nullIfSkipped);
        // Another case reports a payment that does not change its invoice.
        if (submitted) await readUntil(play, { status: outcome === 'failed' ? 'FAILED' : stateWhenPaid(contract) });
        return play;
      });
      const plays = await Promise.all([partOf(context), ...ended]);
      const invoices = await Promise.all(plays.map(async (play) => ({ play, before: await read(play) })));
      return () => lookForSame(contract, invoices);
    },
  },
  {
    id: 'key',
    title: 'A key that was used before a restart still returns its response after it',
    requirement: 'idempotency-replays/same',
    inOutage: 'idempotency-replays/same',
    async prepare({ subject, features }) {
      const key = crypto.randomUUID();
      const first = await create(subject, key);
      const otherKey = crypto.randomUUID();
      const firstOfOther = await create(subject, otherKey);
      // Pays part of the invoice, because a replay must return the stored response even after the invoice has changed.
      const play: Play = { subject, invoice: invoiceOf(first), counted: [], exchanges: [first] };
      await paid(play, shares(subject).part).catch(nullIfSkipped);
      return async () => {
        const again = await create(subject, key);
        const exchanges = [first, again];
        if (!sameJson(first, again))
          return { exchanges, expected: `the stored body: ${showValue(idOf(first))}`, received: shown(again) };
        const said = (again.answer && responseHeader(again.answer, 'idempotent-replayed')) ?? 'absent';
        const header = 'Idempotent-Replayed: ';
        if (said !== 'true')
          return { exchanges, breaks: 'idempotency-says-replayed/replay', expected: `${header}true`, received: header + said };
        const other = otherField(subject);
        if (other === undefined) return { exchanges, expected: '' };
        const send: KeyCalls['send'] = (of, { body } = {}) => create(subject, of, body);
        const body = { ...subject.createBody, ...other };
        let tried = await sendAnother({ send, features }, key, body, first);
        // Also tests a key whose first request after the restart is the one with the different body.
        if (tried.received === undefined) tried = await sendAnother({ send, features }, otherKey, body, firstOfOther);
        return { ...tried, breaks: 'idempotency-other-body-refused/other' };
      };
    },
  },
  {
    id: 'receipt',
    title: 'A receipt that was counted before a restart may be repeated after it, and does not count again',
    requirement: 'lifecycle-repeated-receipt/each',
    tries: ['submit-receipt-counts-once/signed-again'],
    async prepare(context) {
      const { part, whole } = shares(context.subject);
      const open = await partOf(context);
      const all: [Play, string, number | null][] = [[open, 'UNDER_PAID', part / 100]];
      const failed = await startPlay(context.subject);
      const receipt = await context.subject.pay({ invoice: failed.invoice, amount: whole / 100, outcome: 'failed' });
      if (receipt !== null) {
        await submit(failed, receipt);
        failed.counted.push(receipt);
        await readUntil(failed, { status: 'FAILED' });
        all.push([failed, 'FAILED', null]);
      }
      return async () => {
        for (const [play, status, paidAmount] of all) {
          const { answer: again } = await submit(play, play.counted[0] as string);
          const shown = await readUntil(play, { status, paidAmount });
          if (again && isSuccess(again) && shown.paidAmount === paidAmount) continue;
          const received = `${again?.status}, then ${showValue(shown.status)}, ${showValue(shown.paidAmount)} paid`;
          return { exchanges: play.exchanges, expected: `a success, and ${showValue(paidAmount)} paid as before`, received };
        }
        const { subject, contract, features } = context;
        const elsewhere = await startPlay(subject);
        for (const [play] of all) {
          const used = await submit(elsewhere, play.counted[0] as string);
          const [refusal] = judgeCode(contract, features, 'lifecycle-used-receipt', 'receipt_already_used', used);
          if (!refusal && !hasSucceeded(used)) continue;
          const { expected = 'no success', received = '' } = refusal ?? { received: String(used.answer?.status) };
          return { exchanges: [...play.exchanges, ...elsewhere.exchanges], breaks: 'lifecycle-used-receipt', expected, received };
        }
        const differs = { signedAgain: open.counted[0] as string };
        const asked = { invoice: open.invoice, amount: part > 1 ? (part - 1) / 100 : part / 100, outcome: 'completed' } as const;
        const signedAgain = await subject.pay({ ...asked, differs }).catch(nullIfSkipped);
        if (signedAgain === null) return { exchanges: open.exchanges, expected: '' };
        await submit(open, signedAgain);
        const shown = await readUntil(open, { status: 'UNDER_PAID', paidAmount: part / 100 });
        return {
          exchanges: open.exchanges,
          breaks: 'submit-receipt-counts-once/signed-again',
          expected: `${part / 100} paid, as before the payment was signed again`,
          received: shown.paidAmount === part / 100 ? undefined : `${showValue(shown.paidAmount)} paid`,
        };
      };
    },
  },
  {
    id: 'token',
    title: 'A token that was revoked before a restart stays revoked after it',
    requirement: 'token-revoked-at-once/from-the-next-request',
    async prepare({ subject }) {
      const revoke = requireAbility(subject, 'revokeToken', 'A token that can be revoked is needed');
      const other = await mintToken(subject, {});
      const used = await other.create();
      await revoke(other.settings.token, subject.settings);
      return () => seeRefused(used, other, '401');
    },
  },
  {
    id: 'scope',
    title: 'A token that lost a scope before a restart lacks it after a restart too, and keeps its other scopes',
    requirement: 'create-needs-scope/taken-away',
    features: ['scopes'],
    async prepare({ subject }) {
      const narrow = requireAbility(subject, 'narrowToken', 'A token whose scope can be taken away is needed');
      const other = await mintToken(subject, {});
      const used = await other.create();
      await narrow(other.settings.token, scopesWithout(subject, 'createPayment'), subject.settings);
      const before = await other.fetch(idOf(used));
      return async () => {
        const seen = await seeRefused(used, other, '403 insufficient_scope', [401, 403]);
        const after = await other.fetch(idOf(used));
        if (!hasSucceeded(before) || hasSucceeded(after)) return seen;
        const received = String(after.answer?.status);
        return { exchanges: [before, after], breaks: 'fetch-needs-scope', expected: 'a success, as before', received };
      };
    },
  },
];
/** Turns the result of a trial into findings. Returns an empty list if nothing was wrong. */
export function judgeSeen(contract: Contract, requirement: string, when: string, seen: Tried): Finding[] {
  const { exchanges, expected, received, breaks = requirement } = seen;
  if (received === undefined) return [];
  return broken(contract, breaks, { expected, received: `${received} after ${when}`, exchanges: [...exchanges] });
}

/** Something that happens between the preparation and the check of trials, and that must change nothing. */
interface Happening {
  when: string;
  restarts?: boolean;
  require?(context: CaseContext): void;
  happen(context: CaseContext): Promise<void>;
}

export const lastingCases = (
  contract: Contract,
  name: string,
  some: readonly Trial[],
  { when, restarts = false, require, happen }: Happening,
): Case[] =>
  some.map(({ inOutage: _inOutage, prepare, ...about }) => ({
    ...about,
    id: `journeys/${name}/${about.id}`,
    title: about.title.replaceAll('a restart', when),
    operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
    ...(restarts ? { restarts } : { waits: true }),
    async run(context) {
      require?.(context);
      const look = await prepare(context);
      await happen(context);
      return judgeSeen(contract, about.requirement, when, await look());
    },
  }));
