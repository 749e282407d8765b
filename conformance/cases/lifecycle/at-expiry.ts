import type { Case, CaseContext } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { expireInvoice } from '../../src/subject/expire-invoice.ts';
import { stateWhenPaid } from '../../src/subject/ways-into.ts';
import { judgeCode } from '../derive/refusals/send-violation.ts';
import { echoedValues } from '../derive/requests/sent-values.ts';
import { changingFields } from '../play/change-of.ts';
import { type Play, paid, readUntil, receiptFor, shares, startPlay, submit } from '../play/play.ts';

/** A way into a state other than the shortest way, which the lifecycle cases take. */
interface Scene {
  id: string;
  title: string;
  /** The state that the invoice is brought into. */
  before: string;
  /** True if the invoice is created with every field that it repeats, instead of with the smallest body. */
  isFull?: boolean;
  /** True if its callbacks go to the suite, provided that the suite listens. */
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
      // The invoice is already in this state, so only the sum shows that the second receipt was counted.
      await readUntil(play, { paidAmount: (whole - 1) / 100 });
    },
  },
];

/** Returns the effect of an event in a state, as the lifecycle states it. */
function effectOf(contract: Contract, event: string, state: string): { to: string; requirement: string; code: string } {
  const found = contract.lifecycle.transitions.find((one) => one.event === event && one.from.includes(state));
  const { to = state, requirement = '', problem = '' } = found ?? {};
  return { to: to === 'same' ? state : to, requirement, code: problem };
}

/** Returns the scenes. In those that name PAID, the contract's own state after a full payment replaces it. */
const scenesOf = (contract: Contract): Scene[] =>
  scenes.map((one) => (one.before === 'PAID' ? { ...one, before: stateWhenPaid(contract) } : one));

/** Cases that bring invoices into the states in many ways, let all of them expire at once, and judge each one. */
export function atExpiryCases(contract: Contract): Case[] {
  const known = scenesOf(contract).filter(({ before }) => effectOf(contract, 'expiry-due', before).requirement !== '');
  return known.map((scene) => {
    const { to, requirement } = effectOf(contract, 'expiry-due', scene.before);
    return {
      id: `lifecycle/at-expiry/${scene.id}`,
      title: `An invoice that was ${scene.title} is ${to} after expiresAt, as it was else, and takes no receipt`,
      requirement,
      ...(requirement === 'lifecycle-expiry' && { tries: ['lifecycle-expiry/fields-stay'] }),
      covers: [effectOf(contract, 'receipt-reaches-amount', to).requirement],
      operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
      derived: true,
      alone: true,
      run: (context) => judge(context, contract, scene),
    };
  });
}

/** Judges a scene after the expiry. Another case reports an invoice that did not reach its state. */
async function judge(context: CaseContext, contract: Contract, scene: Scene): ReturnType<Case['run']> {
  const { play, before, receipt } = await sceneOf(context, scene);
  if (before.status !== scene.before)
    throw new CaseInconclusive(`The invoice could not be brought to ${scene.before}. Another case says why.`);
  const expiry = effectOf(contract, 'expiry-due', scene.before);
  // Does not wait for other fields, because some, such as the time of a read, never match.
  const kept = Object.fromEntries(changingFields.map((field) => [field, before[field]]));
  const expected: Record<string, unknown> = { ...kept, status: expiry.to };
  const after = await readUntil(play, expected);
  const { requirement, code } = effectOf(contract, 'receipt-reaches-amount', expiry.to);
  const field = changingFields.find((one) => after[one] !== expected[one]);
  if (field !== undefined)
    return broken(contract, expiry.requirement, {
      member: field,
      expected: `${field}: ${showValue(expected[field])} after expiresAt`,
      received: `${field}: ${showValue(after[field])}`,
      exchanges: play.exchanges,
    });
  const exchange = await submit(play, receipt);
  if (!(exchange.answer && isSuccess(exchange.answer))) return judgeCode(contract, context.features, requirement, code, exchange);
  return broken(contract, requirement, {
    member: 'webReceipt',
    expected: 'no success',
    received: `${exchange.answer.status} ${showValue(exchange.answer.text)}`,
    exchanges: play.exchanges,
  });
}

/** An invoice on which a scene was played. */
interface Played {
  play: Play;
  /** The invoice as it was fetched before it expired. */
  before: Record<string, unknown>;
  /** A further receipt that has not been submitted. */
  receipt: string;
}

async function sceneOf(context: CaseContext, scene: Scene): Promise<Played> {
  const all = await context.subject.share('at expiry', () => playAll(context));
  return all[scenes.findIndex(({ id }) => id === scene.id)] as Played;
}

/** Plays all scenes side by side, then moves the clock once. */
async function playAll({ subject, listener, features }: CaseContext): Promise<Played[]> {
  const all = await Promise.all(
    scenesOf(subject.contract).map(async ({ before, isFull, called, go }): Promise<Played> => {
      const callbackUrl = called && listener?.open().url;
      const body = { ...subject.createBody, ...(isFull && echoedValues(subject.contract, features)) };
      const play = await startPlay(subject, { ...body, ...(callbackUrl && { callbackUrl }) });
      const receipt = await receiptFor(play, shares(subject).whole);
      await go(play);
      return { play, before: await readUntil(play, { status: before }), receipt };
    }),
  );
  const last = all.at(-1) as Played;
  await expireInvoice(subject, last.play.invoice);
  return all;
}
