import { paid, receiptFor, shares, submit } from '../../payments/pay.ts';
import { stateWhenPaid } from '../../payments/ways.ts';
import type { Mailbox } from '../../src/callbacks/listener.ts';
import type { Case, CaseContext } from '../../src/case/case.ts';
import { isClaimed } from '../../src/contract/claimed-schema.ts';
import { type Contract, requirementOf } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { hasSucceeded } from '../../src/http/exchange.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import { broken, type Finding, insteadOf } from '../../src/outcome/finding.ts';
import { expireInvoice } from '../../src/subject/expire-invoice.ts';
import { type Play, readUntil, startPlay } from '../../src/subject/play.ts';
import { judgeFields, transitionAt } from '../derive/lifecycle/unchanged.ts';
import { judgeCode } from '../derive/refusals/send-violation.ts';
import { echoedValues } from '../derive/requests/sent-values.ts';
import { eventOf, madeOdd } from '../play/callback-play.ts';
import { changingFields } from '../play/change-of.ts';

/** An invoice that is in a certain state when it expires. It reaches the state in a way that no other case uses. */
interface Scene extends Pick<Case, 'id' | 'title'> {
  /** The state of the invoice just before it expires. */
  before: string;
  /** True if the invoice has every field that the response repeats and, if the suite listens for callbacks, a callbackUrl. */
  isFull?: boolean;
  go?(play: Play): Promise<unknown>;
}

const half = (play: Play): Promise<unknown> => paid(play, shares(play.subject).part);

const scenes: Scene[] = [
  { id: 'over-paid', title: 'paid over the amount', before: 'PAID', go: (play) => paid(play, shares(play.subject).over) },
  {
    id: 'paid-in-parts',
    title: 'paid in two parts, over the amount, with every field',
    before: 'PAID',
    isFull: true,
    async go(play) {
      await half(play);
      await paid(play, shares(play.subject).over);
    },
  },
  {
    id: 'failed-with-every-field',
    title: 'FAILED with every field',
    before: 'FAILED',
    isFull: true,
    go: (play) => paid(play, shares(play.subject).whole, 'failed'),
  },
  { id: 'pending', title: 'PENDING', before: 'PENDING' },
  { id: 'pending-with-every-field', title: 'PENDING with every field', before: 'PENDING', isFull: true },
  { id: 'part-paid-with-every-field', title: 'UNDER_PAID with every field', before: 'UNDER_PAID', isFull: true, go: half },
  {
    id: 'cent-short',
    title: 'UNDER_PAID by two receipts, a cent short of the amount',
    before: 'UNDER_PAID',
    async go(play) {
      const { part, rest, whole } = shares(play.subject);
      await paid(play, part);
      await paid(play, rest - 1);
      // Waits for the sum that includes the second payment, because that payment does not change the state.
      await readUntil(play, { paidAmount: (whole - 1) / 100 });
    },
  },
];

/** Returns the transition for an event in a state: the next state, the requirement and the problem code. */
function effectOf(contract: Contract, event: string, state: string): { to: string; requirement: string; code: string } {
  const { to = state, requirement = '', problem = '' } = transitionAt(contract, event, state) ?? {};
  return { to: to === 'same' ? state : to, requirement, code: problem };
}

/** Replaces PAID by the state to which a full payment leads in this contract. */
const scenesOf = (contract: Contract): Scene[] =>
  scenes.map((one) => (one.before === 'PAID' ? { ...one, before: stateWhenPaid(contract) } : one));

/** Cases that bring invoices into various states in various ways, make all of them expire together, and check each of them. */
export function atExpiryCases(contract: Contract): Case[] {
  const known = scenesOf(contract).filter(({ before }) => effectOf(contract, 'expiry-due', before).requirement !== '');
  return known.map((scene) => {
    const { to, requirement } = effectOf(contract, 'expiry-due', scene.before);
    return {
      id: `lifecycle/at-expiry/${scene.id}`,
      title: `An invoice that was ${scene.title} is ${to} after expiresAt, otherwise unchanged, and refuses receipts`,
      requirement,
      ...(requirement === 'lifecycle-expiry' && { tries: ['lifecycle-expiry/fields-stay'] }),
      covers: [effectOf(contract, 'receipt-reaches-amount', to).requirement, ...(scene.isFull ? [told] : [])],
      operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
      derived: true,
      alone: true,
      run: (context) => judge(context, contract, scene),
    };
  });
}

/** The clause that a deployment breaks if it sends no event for a change. */
const told = 'callback-at-each-change/one-each';

/** Waits for the events of a scene. Returns a finding if one is missing, unless the run has received no call at all. */
async function judgeEvents(context: CaseContext, { play, mailbox }: Played, states: string[]): Promise<Finding[]> {
  const { contract, features, listener } = context;
  if (!mailbox || !listener?.heard.length || !isClaimed(contract, requirementOf(told), features)) return [];
  const { transitions } = contract.lifecycle;
  const wanted = states
    .map((state) => transitions.flatMap(({ to, callback }) => (to === state && callback ? [callback] : [])))
    .filter((ways) => ways.length > 0);
  const types = (): unknown[] => mailbox.calls.map((call) => eventOf(call).type);
  const areTold = (): boolean => wanted.every((ways) => ways.some((way) => types().includes(way)));
  await mailbox.wait(areTold);
  if (areTold()) return [];
  return broken(contract, told, {
    member: 'callbackUrl',
    expected: wanted.map((ways) => [...new Set(ways)].join(' or ')).join(', then '),
    received: types().map(showValue).join(', then ') || 'no call',
    exchanges: play.exchanges,
  });
}

async function judge(context: CaseContext, contract: Contract, scene: Scene): Promise<Finding[]> {
  const all = await context.subject.share('at expiry', () => playAll(context));
  const played = all[scenes.findIndex(({ id }) => id === scene.id)] as Played;
  const { play, before, receipt } = played;
  if (before.status !== scene.before)
    throw new CaseInconclusive(`The invoice could not be brought to ${scene.before}. Another case says why.`);
  const expiry = effectOf(contract, 'expiry-due', scene.before);
  // Waits for these fields only. Others, such as the time of the read, may never return to their old values.
  const kept = Object.fromEntries(changingFields.map((field) => [field, before[field]]));
  const expected: Record<string, unknown> = { ...kept, status: expiry.to };
  const after = { shown: await readUntil(play, expected), why: ' after expiresAt', exchanges: play.exchanges };
  const wrong = judgeFields(contract, expiry.requirement, { expected, ...after });
  if (wrong.length > 0) return wrong;
  const untold = await judgeEvents(context, played, [...new Set([scene.before, expiry.to])]);
  if (untold.length > 0) return untold;
  const { requirement, code } = effectOf(contract, 'receipt-reaches-amount', expiry.to);
  const exchange = await submit(play, receipt);
  if (!hasSucceeded(exchange)) return judgeCode(contract, context.features, requirement, code, exchange);
  return broken(contract, requirement, { member: 'webReceipt', ...insteadOf('no success', exchange), exchanges: play.exchanges });
}

interface Played {
  play: Play;
  /** The invoice in the last fetch before its expiry. */
  before: Record<string, unknown>;
  /** A further receipt that has not been submitted. */
  receipt: string;
  mailbox: Mailbox | undefined;
}

/** Prepares all scenes concurrently, then moves the clock past the expiry of all their invoices at once. */
async function playAll({ subject, listener, features }: CaseContext): Promise<Played[]> {
  const all = await Promise.all(
    scenesOf(subject.contract).map(async ({ before, isFull, go }): Promise<Played> => {
      const mailbox = isFull ? listener?.open() : undefined;
      const callbackUrl = mailbox && listener && madeOdd(mailbox.url, listener);
      const tag = String(subject.createBody.cashTag);
      // Tags are case-insensitive, but a response repeats the tag in the letter case in which it was sent.
      const cashTag = features.has('cash-tag-grammar') ? tag.toUpperCase() : tag;
      const more = { ...echoedValues(subject.contract, features), cashTag, ...(callbackUrl && { callbackUrl }) };
      const play = await startPlay(subject, { ...subject.createBody, ...(isFull && more) });
      const receipt = await receiptFor(play, shares(subject).whole);
      await go?.(play);
      return { play, before: await readUntil(play, { status: before }), receipt, mailbox };
    }),
  );
  await expireInvoice(subject, (all.at(-1) as Played).play.invoice);
  return all;
}
