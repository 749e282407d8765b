import type { Case } from '../../src/case/case.ts';
import { checkMember } from '../../src/checks/check-member.ts';
import { compareMember } from '../../src/checks/compare-invoices.ts';
import { type Contract, memberRequirement, operationById, requirementById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { answerObject, type Exchange, isSuccess } from '../../src/http/exchange.ts';
import type { Finding } from '../../src/outcome/finding.ts';
import { makeFinding } from '../../src/outcome/make-finding.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { changingFields } from '../play/changing-fields.ts';
import { submittedWithMore } from '../play/submit-with-more.ts';

/** Where the payer may be sent elsewhere afterwards. */
const places = ['paymentUrl'];

/** What fetch gives when a receipt was accepted: still the invoice, and still what create was asked for. */
export function fetchedAfterCases(contract: Contract): Case[] {
  const fetch = operationById(contract, 'fetchPayment');
  const answers = requirementById(contract, 'fetch-answers-invoice');
  const members = Object.entries(fetch.answer.properties ?? {}).map(([member, schema]) => ({
    member,
    // Which invoice it is, is promised by the operation.
    own: member === 'id' ? answers : memberRequirement(contract, schema, `${fetch.answerPointer}/properties/${member}`),
  }));
  const judge = (created: Exchange, read: Exchange, features: ReadonlySet<string>): Finding[] => {
    if (!read.answer || !isSuccess(read.answer) || !answerObject(read.answer)) {
      const received = `${read.answer?.status} ${showValue(read.answer?.text)}`;
      return [makeFinding(contract, answers.id, { expected: 'the invoice', received, exchanges: [created, read] })];
    }
    return members.flatMap(({ member, own }) => {
      const wrong = checkMember(contract, fetch, member, read, features);
      if (wrong.length > 0 || [...changingFields, ...places].includes(member)) return wrong;
      return compareMember(fetch, own, member, created, read);
    });
  };
  return [
    {
      id: 'submit-receipt/fetched-after',
      title:
        'The invoice is still there when its receipt was accepted, with what create was asked for, also once the change shows',
      requirement: answers.id,
      covers: members.map(({ own }) => own.id),
      operations: ['create-payment', 'submit-receipt', fetch.slug],
      async run({ subject, features }) {
        const { created, exchange } = await submittedWithMore(subject);
        // Where it was refused there is no change to look for: another case reports that.
        invoiceOf(exchange);
        const before = invoiceOf(created);
        let until: number | undefined;
        for (;;) {
          const isLast = until !== undefined && performance.now() >= until;
          const read = await subject.fetch(before.id);
          until ??= performance.now() + (subject.settings.settle ?? 2000);
          const findings = judge(created, read, features);
          if (isLast || findings.length > 0) return findings;
          // Some settle at once and some later; what comes after the change is the same.
          const invoice = invoiceOf(read);
          if (changingFields.some((member) => invoice[member] !== before[member])) return [];
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      },
    },
    {
      id: 'submit-receipt/fetched-after/current',
      title: 'What submit answered to have changed changes at fetch too',
      requirement: 'fetch-reads-current-state',
      operations: ['create-payment', 'submit-receipt', fetch.slug],
      async run({ subject }) {
        const { created, exchange } = await submittedWithMore(subject);
        const [before, told] = [invoiceOf(created), invoiceOf(exchange)];
        // What either of them lacks is another case's finding.
        const both = changingFields.filter((member) => member in before && member in told);
        const changed = both.filter((member) => !isSame(before[member], told[member]));
        if (changed.length === 0) return [];
        // A read may come from a copy that lags behind; it cannot do so for ever.
        const until = performance.now() + 5 * (subject.settings.settle ?? 2000);
        let stale: { members: string[]; read: Exchange } | undefined;
        let [shows, hasShown, alike] = [false, false, 0];
        for (;;) {
          const isLast = performance.now() >= until;
          const read = await subject.fetch(before.id);
          const shown = invoiceOf(read);
          // It may have changed once more by now: any other value than the old one is as good.
          const members = changed.filter((member) => isSame(before[member], shown[member]));
          const isNew = members.length === 0;
          if (!isNew) stale = { members, read };
          alike = isNew === shows ? alike + 1 : 1;
          shows = isNew;
          hasShown ||= isNew;
          // Several reads agree, as copies must in the end; what was taken back later was shown once.
          if (alike >= 4 && hasShown) return [];
          if (isLast) break;
          if (!isNew) await new Promise((resolve) => setTimeout(resolve, 100));
        }
        return stale ? stale.members.map((member) => staleAt(contract, member, [created, exchange, stale.read])) : [];
      },
    },
  ];
}

// Null and 0 may both be said of what was not paid yet.
const isSame = (one: unknown, other: unknown): boolean => one === other || (!one && !other);

function staleAt(contract: Contract, member: string, exchanges: [Exchange, Exchange, Exchange]): Finding {
  const [, told, shown] = exchanges.map((exchange) => showValue(invoiceOf(exchange)[member]));
  return makeFinding(contract, 'fetch-reads-current-state', {
    member,
    expected: `${member}: ${told}, as submit answered, or what came after it`,
    received: `${member}: ${shown}, as before the receipt`,
    exchanges,
  });
}
