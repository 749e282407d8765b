import type { Mailbox } from '../../src/callbacks/listener.ts';
import type { Case, CaseContext } from '../../src/case/case.ts';
import { isClaimed } from '../../src/contract/claimed-schema.ts';
import { type Contract, requirementOf } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import { broken, type Finding, insteadIn, insteadOf } from '../../src/outcome/finding.ts';
import { expireInvoice } from '../../src/subject/expire-invoice.ts';
import { stateWhenPaid } from '../../src/subject/ways-into.ts';
import { judgeCode } from '../derive/refusals/send-violation.ts';
import { echoedValues } from '../derive/requests/sent-values.ts';
import { eventOf, madeOdd } from '../play/callback-play.ts';
import { changingFields } from '../play/change-of.ts';
import { type Play, paid, readUntil, receiptFor, shares, startPlay, submit } from '../play/play.ts';

/** An invoice that is in a certain state when it expires. It reaches the state in a way that no other case uses. */
interface Scene {
  id: string;
  title: string;
  /** The state of the invoice when it expires. */
  before: string;
  /** True if the invoice is created with all fields that the response repeats, instead of with the smallest body. */
  isFull?: boolean;
  /** True if the invoice gets a callbackUrl of the suite. It gets none if the suite does not listen for callbacks. */
  called?: boolean;
  go(play: Play): Promise<unknown>;
}

const half = (play: Play): Promise<unknown> => paid(play, shares(play.subject).part);

const scenes: Scene[] = [
  {
    id: 'over-paid',
    title: 'paid over the amount',
    before: 'PAID',
    go: (play) => paid(play, shares(play.subject).over),
  },
  {
    id: 'paid-in-parts',
    title: 'paid in two parts, over the amount, with every field',
    before: 'PAID',
    isFull: true,
    called: true,
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
    called: true,
    go: (play) => paid(play, shares(play.subject).whole, 'failed'),
  },
  { id: 'pending', title: 'PENDING', before: 'PENDING', go: async () => undefined },
  {
    id: 'pending-with-every-field',
    title: 'PENDING with every field',
    before: 'PENDING',
    isFull: true,
    called: true,
    go: async () => undefined,
  },
  {
    id: 'part-paid-with-every-field',
    title: 'UNDER_PAID with every field',
    before: 'UNDER_PAID',
    isFull: true,
    called: true,
    go: half,
  },
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
  const found = contract.lifecycle.transitions.find((one) => one.event === event && one.from.includes(state));
  const { to = state, requirement = '', problem = '' } = found ?? {};
  return { to: to === 'same' ? state : to, requirement, code: problem };
}

/** Returns the scenes. Replaces PAID by the state to which a full payment leads in this contract. */
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
      covers: [effectOf(contract, 'receipt-reaches-amount', to).requirement, ...(scene.called ? [told] : [])],
      operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
      derived: true,
      alone: true,
      run: (context) => judge(context, contract, scene),
    };
  });
}

/** The clause that a deployment breaks if it sends no event for a change. */
const told = 'callback-at-each-change/one-each';

/** Waits for the events of a scene, and yields a finding if one is still missing after another call has come. */
async function* judgeEvents(context: CaseContext, { play, mailbox }: Played, states: string[]): AsyncGenerator<Finding> {
  const { contract, features, listener } = context;
  if (!mailbox || !listener || listener.heard.length === 0 || !isClaimed(contract, requirementOf(told), features)) return;
  const { transitions } = contract.lifecycle;
  const wanted = states
    .map((state) => transitions.flatMap(({ to, callback }) => (to === state && callback ? [callback] : [])))
    .filter((ways) => ways.length > 0);
  const types = (): unknown[] => mailbox.calls.map((call) => eventOf(call).type);
  const areTold = (): boolean => wanted.every((ways) => types().some((type) => ways.some((way) => way === type)));
  await mailbox.wait(areTold);
  if (!areTold())
    yield* broken(contract, told, {
      member: 'callbackUrl',
      expected: wanted.map((ways) => [...new Set(ways)].join(' or ')).join(', then '),
      received: types().map(showValue).join(', then ') || 'no call',
      exchanges: play.exchanges,
    });
}

/** Judges a scene after the expiry. Another case reports an invoice that did not reach its state. */
async function judge(context: CaseContext, contract: Contract, scene: Scene): ReturnType<Case['run']> {
  const played = await sceneOf(context, scene);
  const { play, before, receipt } = played;
  if (before.status !== scene.before)
    throw new CaseInconclusive(`The invoice could not be brought to ${scene.before}. Another case says why.`);
  const expiry = effectOf(contract, 'expiry-due', scene.before);
  // Waits for these fields to match. Other fields, such as the time of the read, may never match.
  const kept = Object.fromEntries(changingFields.map((field) => [field, before[field]]));
  const expected: Record<string, unknown> = { ...kept, status: expiry.to };
  const after = await readUntil(play, expected);
  const { requirement, code } = effectOf(contract, 'receipt-reaches-amount', expiry.to);
  const field = changingFields.find((one) => after[one] !== expected[one]);
  if (field !== undefined) {
    const wrong = insteadIn(field, `${showValue(expected[field])} after expiresAt`, after[field], play.exchanges);
    return broken(contract, expiry.requirement, wrong);
  }
  const isChanged = expiry.to !== scene.before;
  for await (const finding of judgeEvents(context, played, [scene.before, ...(isChanged ? [expiry.to] : [])])) return [finding];
  const exchange = await submit(play, receipt);
  if (!(exchange.answer && isSuccess(exchange.answer))) return judgeCode(contract, context.features, requirement, code, exchange);
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

async function sceneOf(context: CaseContext, scene: Scene): Promise<Played> {
  const all = await context.subject.share('at expiry', () => playAll(context));
  return all[scenes.findIndex(({ id }) => id === scene.id)] as Played;
}

/** Prepares all scenes concurrently, then moves the clock once past their expiry. */
async function playAll({ subject, listener, features }: CaseContext): Promise<Played[]> {
  const all = await Promise.all(
    scenesOf(subject.contract).map(async ({ before, isFull, called, go }): Promise<Played> => {
      const mailbox = called ? listener?.open() : undefined;
      const callbackUrl = mailbox && listener && madeOdd(mailbox.url, listener);
      const tag = String(subject.createBody.cashTag);
      // Tags are case-insensitive, but a response repeats the tag in the letter case in which it was sent.
      const cashTag = features.has('cash-tag-grammar') ? tag.toUpperCase() : tag;
      const body = { ...subject.createBody, ...(isFull && { ...echoedValues(subject.contract, features), cashTag }) };
      const play = await startPlay(subject, { ...body, ...(callbackUrl && { callbackUrl }) });
      const receipt = await receiptFor(play, shares(subject).whole);
      await go(play);
      return { play, before: await readUntil(play, { status: before }), receipt, mailbox };
    }),
  );
  const last = all.at(-1) as Played;
  await expireInvoice(subject, last.play.invoice);
  return all;
}
