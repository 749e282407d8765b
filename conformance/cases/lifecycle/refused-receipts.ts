import { otherReceiptFor, paid, paidBefore, receiptFor, shares, submit } from '../../payments/pay.ts';
import type { Difference } from '../../src/adapter/adapter.ts';
import type { Case, CaseContext } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import type { Transition } from '../../src/contract/lifecycle.ts';
import { hasSucceeded } from '../../src/http/exchange.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import { broken, type Finding, insteadOf } from '../../src/outcome/finding.ts';
import { type Play, read, readUntil, startPlay } from '../../src/subject/play.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { asOther } from '../../src/subject/switch-account.ts';
import { wayInto } from '../../src/subject/ways-into.ts';
import { bareTag } from '../create-payment/odd.ts';
import { tellingPlace } from '../derive/access/ownership.ts';
import { judgeFields, transitionAt } from '../derive/lifecycle/unchanged.ts';
import { judgeCode } from '../derive/refusals/send-violation.ts';
import { changingFields } from '../play/change-of.ts';

/** A refused receipt that is submitted twice for an invoice in a certain state. */
interface RefusedTwice extends Pick<Case, 'id' | 'title'> {
  /** The lifecycle event that occurs when the receipt is submitted. */
  event: string;
  state: string;
  receipt(play: Play): Promise<string>;
}

const refusedTwice: RefusedTwice[] = [
  {
    id: 'pending',
    title: 'A receipt whose payment is not final is refused again the second time',
    event: 'receipt-payment-pending',
    state: 'PENDING',
    receipt: (play) => receiptFor(play, shares(play.subject).whole, 'pending'),
  },
  {
    id: 'pending-after-part',
    title: 'An UNDER_PAID invoice refuses a receipt whose payment is not final again the second time',
    event: 'receipt-payment-pending',
    state: 'UNDER_PAID',
    receipt: (play) => receiptFor(play, shares(play.subject).rest, 'pending'),
  },
  {
    id: 'failed-after-part',
    title: 'An UNDER_PAID invoice refuses a failed payment again the second time',
    event: 'receipt-payment-failed',
    state: 'UNDER_PAID',
    receipt: (play) => receiptFor(play, shares(play.subject).rest, 'failed'),
  },
  {
    id: 'paid',
    title: 'A PAID invoice refuses a further receipt again the second time',
    event: 'receipt-reaches-amount',
    state: 'PAID',
    receipt: (play) => receiptFor(play, shares(play.subject).whole),
  },
];

/** Makes cases which check that a refused receipt was not counted: submitted again, it is refused for the same reason. */
function refusedAgainCases(contract: Contract): Case[] {
  return refusedTwice.flatMap(({ id, title, event, state, receipt }) => {
    const { requirement, problem } = transitionAt(contract, event, state) ?? {};
    if (requirement === undefined || problem === undefined) return [];
    return {
      id: `lifecycle/refused-again/${id}`,
      title,
      requirement,
      operations: ['create-payment', 'submit-receipt'],
      derived: true,
      problem,
      async run({ subject, features }) {
        const play = await startPlay(subject);
        await wayInto(contract, state)?.go(play);
        await readUntil(play, { status: state });
        const text = await receipt(play);
        const [first, second] = [await submit(play, text), await submit(play, text)];
        if (![first, second].some(hasSucceeded)) return judgeCode(contract, features, requirement, problem, second);
        const about = { member: 'webReceipt', expected: 'no success, both times', exchanges: play.exchanges };
        const received = `${first.answer?.status}, then ${second.answer?.status}`;
        return broken(contract, requirement, { ...about, received });
      },
    };
  });
}

/** A receipt that does not match the invoice or is not valid. */
interface RefusedReceipt extends Pick<Case, 'id' | 'title'> {
  event: string;
  /** The clause of the event's requirement that says that the receipt must be refused. */
  clause: string;
  states: readonly string[];
  /** Obtains the receipt. This may move the clock, so the invoice to submit it for is created afterwards. */
  receipt?(context: CaseContext): Promise<string>;
  /** For a receipt of the invoice itself: the outcome of its payment, by default completed. */
  outcome?: 'failed';
  /** Returns the body with which the invoice is created; by default the smallest body. */
  body?(context: CaseContext): Record<string, unknown> | undefined;
  /** Returns the one wrong value of a receipt that otherwise matches the invoice. */
  differs?(invoice: Record<string, unknown>): Difference;
}

const ofOther = { event: 'receipt-mismatched', clause: 'note', states: ['PENDING', 'UNDER_PAID'] };

/** Receipts of other invoices, for payments that failed or are pending. */
const mismatched: RefusedReceipt[] = (['failed', 'pending'] as const).map((outcome) => ({
  ...ofOther,
  id: `mismatched-${outcome}`,
  title: `A receipt of another invoice with a ${outcome} payment`,
  receipt: async ({ subject }) => receiptFor(await startPlay(subject), shares(subject).whole, outcome),
}));

/** The maximum length of a tag, without the `$`. */
const longestTag = 20;

/** Adds a character to a tag or, at the maximum length, replaces its last character. */
const nextTag = (tag: string): string =>
  tag.length < longestTag ? `${tag}x` : tag.slice(0, -1) + (tag.endsWith('x') ? 'y' : 'x');

/** Receipts for an invoice and its full amount. Each contains one value that does not match the invoice. */
export const differing: readonly RefusedReceipt[] = [
  {
    ...{ ...ofOther, clause: 'currency' },
    id: 'of-another-currency',
    title: 'A receipt of the invoice in another currency',
    // The ISO 4217 code for tests, which no deployment uses.
    differs: () => ({ currency: 'XTS' }),
  },
  {
    ...{ ...ofOther, clause: 'tag' },
    id: 'of-another-tag',
    title: 'A receipt of the invoice for another tag with the same beginning',
    // Uses the longest possible tag, so that the receipt's tag can differ from it in the last character only.
    body: ({ subject: { createBody }, features }) =>
      features.has('cash-tag-grammar')
        ? { ...createBody, cashTag: bareTag(createBody.cashTag).padEnd(longestTag, 'a') }
        : undefined,
    differs: ({ cashTag }) => ({ cashTag: nextTag(bareTag(cashTag)) }),
  },
  {
    ...{ ...ofOther, clause: 'paid-before' },
    id: 'paid-before',
    title: 'A receipt of the invoice that was paid 5 min 2 s before its creation',
    differs: (invoice) => paidBefore(invoice, 302),
  },
  {
    ...{ ...ofOther, event: 'receipt-invalid', clause: 'zero' },
    id: 'of-nothing',
    title: 'A receipt of the invoice with an amount of zero',
    differs: () => ({ amount: 0 }),
  },
];

/** The same receipts with failed payments, which must not make the invoice FAILED. */
const differingFailed: RefusedReceipt[] = differing.map((one) => ({
  ...one,
  id: `${one.id}-failed`,
  title: `${one.title} and a failed payment`,
  states: ['PENDING'],
  outcome: 'failed',
}));

const foreign: RefusedReceipt = {
  ...ofOther,
  id: 'mismatched-foreign',
  title: "A receipt of another account's invoice that has not been counted",
  receipt: async ({ subject }) => receiptFor(await startPlay(asOther(subject)), shares(subject).whole),
};

/** Receipts that were already counted on another invoice: one for each state of that invoice and each account that may own it. */
function usedReceipts({ lifecycle }: Contract): RefusedReceipt[] {
  const accounts = [
    { id: 'used-here', event: 'receipt-used-elsewhere', whose: 'another', of: ({ subject }: CaseContext) => subject },
    {
      id: 'used-by-other',
      event: 'receipt-used-by-other-account',
      whose: "another account's",
      of: ({ subject }: CaseContext) => asOther(subject),
    },
  ];
  return lifecycle.transitions
    .filter(({ event, impossible }) => event === 'receipt-repeated' && impossible === undefined)
    .flatMap(({ from }) => from)
    .flatMap((state) =>
      accounts.map(({ id, event, whose, of }) => ({
        id: `${id}-${state}`,
        title: `A receipt that was counted on ${whose} invoice that is now ${state}`,
        event,
        clause: 'whatever-became',
        states: [lifecycle.initial],
        async receipt(context: CaseContext) {
          const other = await startPlay(of(context));
          await wayInto(context.contract, state, 'receipt-repeated')?.go(other);
          const { status } = await readUntil(other, { status: state });
          const [counted] = other.counted;
          if (status !== state || counted === undefined)
            throw new CaseInconclusive(`No receipt was counted on an invoice that became ${state}. Another case says why.`);
          return counted;
        },
      })),
    );
}

/** Cases for receipts that are refused with the code of their event, and leave the invoice unchanged. */
export function refusedReceiptsCases(contract: Contract): Case[] {
  const cases = [...mismatched, ...differing, ...differingFailed, foreign, ...usedReceipts(contract)].flatMap((refused) =>
    contract.lifecycle.transitions
      .filter(({ event, problem }) => event === refused.event && problem !== undefined)
      .flatMap((transition) =>
        transition.from
          .filter((state) => refused.states.includes(state))
          .map((state) => refusalCase(contract, refused, transition, state)),
      ),
  );
  return [...refusedAgainCases(contract), ...cases, tellsNothing(contract)];
}

/** Makes a case which checks that the refusal of another account's receipt does not show whether that account used it. */
function tellsNothing(contract: Contract): Case {
  const requirement = 'lifecycle-other-accounts-receipt';
  return {
    id: 'lifecycle/refused-receipts/tells-nothing',
    title: "The refusal of another account's receipt is the same whether it was counted there or not",
    requirement: `${requirement}/tells-nothing`,
    operations: ['create-payment', 'submit-receipt'],
    async run({ subject }) {
      const play = await startPlay(subject);
      const { whole, part } = shares(subject);
      const found = await compare(subject, play, whole);
      return found.length > 0 ? found : compare(subject, play, part);
    },
  };

  async function compare(subject: Subject, play: Play, cents: number): Promise<Finding[]> {
    const others = await Promise.all([0, 1, 2].map(() => startPlay(asOther(subject))));
    const [first, used, last] = await Promise.all(others.map((other) => receiptFor(other, cents)));
    await submit(others[1] as Play, used as string);
    const send = async (receipt: unknown) => ({ exchange: await submit(play, receipt as string), id: receipt });
    // Sends the used receipt between two unused ones, whose refusals show which differences occur anyway.
    const [one, told, other] = [await send(first), await send(used), await send(last)];
    const [unused, counted] = [one, told].map(({ exchange }) => exchange.answer?.status);
    const telling = tellingPlace(told, [one, other]);
    if (unused === counted && telling === undefined) return [];
    const [wanted, shown] = telling ?? [];
    return broken(contract, requirement, {
      member: 'webReceipt',
      expected: `as for a receipt that nobody has used: ${unused} ${wanted ?? showValue(one.exchange.answer?.text)}`,
      received: `${counted} ${shown ?? showValue(told.exchange.answer?.text)}`,
      exchanges: play.exchanges,
    });
  }
}

function refusalCase(contract: Contract, refused: RefusedReceipt, { requirement, problem }: Transition, state: string): Case {
  const id = requirement as string;
  return {
    id: `lifecycle/refused-receipts/${refused.id}/${state}`,
    title: `${refused.title} is refused by an invoice that is ${state}, and changes nothing`,
    requirement: `${id}/${refused.clause}`,
    operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
    derived: true,
    async run(context) {
      const { subject, features } = context;
      const made = await refused.receipt?.(context);
      const play = await startPlay(subject, refused.body?.(context));
      const differs = refused.differs?.(play.invoice) as Difference;
      const receipt = made ?? (await otherReceiptFor(play, shares(subject).whole, differs, refused.outcome));
      if (state === 'UNDER_PAID') await paid(play, shares(subject).part);
      const before = await readUntil(play, { status: state });
      // Submits the receipt twice. Both refusals must have the same reason.
      const exchanges = [await submit(play, receipt), await submit(play, receipt)];
      const taken = exchanges.find(hasSucceeded);
      const about = { member: 'webReceipt', exchanges: play.exchanges };
      if (taken) return broken(contract, id, { ...insteadOf('no success, and nothing changed', taken), ...about });
      const after = { shown: await read(play), why: ', as before', exchanges: play.exchanges };
      return [
        ...exchanges.flatMap((exchange) => judgeCode(contract, features, id, problem as string, exchange)).slice(0, 1),
        ...judgeFields(contract, id, { expected: before, fields: changingFields, ...after }),
      ];
    },
  };
}
