import type { Case } from '../../src/case/case.ts';
import { checkField, compareField } from '../../src/checks/compare-field.ts';
import { type Contract, fieldRequirement, operationById, requirementById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { pointed } from '../../src/contract/follow-reference.ts';
import { type Exchange, hasSucceeded, responseObject } from '../../src/http/exchange.ts';
import { broken, type Finding, insteadOf, makeFinding } from '../../src/outcome/finding.ts';
import { sleep } from '../../src/places/places.ts';
import { stayingFields } from '../../src/record/lasting-fields.ts';
import { invoiceOf } from '../../src/subject/shared-exchanges.ts';
import { longestLag } from '../fetch-payment/kept.ts';
import { changingFields } from '../play/change-of.ts';
import { submittedWithMore } from '../play/create-with.ts';

/** Cases which check, after a receipt has been accepted, that fetch still returns what create returned. */
export function fetchedAfterCases(contract: Contract): Case[] {
  const fetch = operationById(contract, 'fetchPayment');
  const responses = requirementById(contract, 'fetch-answers-invoice');
  // A payment may change the paymentUrl, because the payer is then sent to another page.
  const staying = stayingFields(contract, fetch).filter((field) => field !== 'paymentUrl');
  const fields = Object.entries(fetch.response.properties ?? {}).map(([field, schema]) => ({
    member: field,
    // For `id`, uses `fetch-answers-invoice`, because that requirement demands the right invoice.
    own: field === 'id' ? responses : fieldRequirement(contract, schema, `${fetch.responsePointer}/properties/${pointed(field)}`),
  }));
  const judge = (created: Exchange, read: Exchange, features: ReadonlySet<string>): Finding[] => {
    if (!hasSucceeded(read) || !read.answer || !responseObject(read.answer))
      return broken(contract, responses.id, { ...insteadOf('the invoice', read), exchanges: [created, read] });
    return fields.flatMap(({ member: field, own }) => {
      const wrong = checkField(contract, fetch, field, read, features);
      if (wrong.length > 0 || !staying.includes(field)) return wrong;
      return compareField(fetch, own, field, created, read);
    });
  };
  return [
    {
      id: 'submit-receipt/fetched-after',
      title: 'After its receipt was accepted, the invoice still has the fields of its create, before and after the change shows',
      requirement: responses.id,
      coversForm: true,
      covers: fields.map(({ own }) => own.id),
      operations: ['create-payment', 'submit-receipt', fetch.slug],
      waits: true,
      async run({ subject, features }) {
        const { created, exchange } = await submittedWithMore(subject, features);
        // Throws if the submission was refused, which another case reports.
        invoiceOf(exchange);
        const before = invoiceOf(created);
        let until: number | undefined;
        for (;;) {
          const isLast = until !== undefined && performance.now() >= until;
          const read = await subject.fetch(before.id);
          until ??= performance.now() + (subject.settings.settle ?? 2000);
          const findings = judge(created, read, features);
          if (isLast || findings.length > 0) return findings;
          // Stops at the first read that shows the change, because later reads are the same.
          const invoice = invoiceOf(read);
          if (changingFields.some((field) => invoice[field] !== before[field])) return [];
          await sleep(100);
        }
      },
    },
    {
      id: 'submit-receipt/fetched-after/current',
      title: 'fetch shows every change that the response of submit showed',
      requirement: 'fetch-reads-current-state',
      operations: ['create-payment', 'submit-receipt', fetch.slug],
      waits: true,
      async run({ subject, features }) {
        const { created, exchange } = await submittedWithMore(subject, features);
        const [before, told] = [invoiceOf(created), invoiceOf(exchange)];
        // Ignores fields that one of the responses lacks, because another case reports those.
        const both = changingFields.filter((field) => field in before && field in told);
        const changed = both.filter((field) => !isSame(before[field], told[field]));
        if (changed.length === 0) return [];
        const until = performance.now() + longestLag;
        let stale: { members: string[]; read: Exchange } | undefined;
        let [shows, hasShown, alike, after] = [false, false, 0, 0];
        for (;;) {
          const isLast = performance.now() >= until;
          const read = await subject.fetch(before.id);
          const shown = invoiceOf(read);
          // Fields may have changed again, so each only has to differ from its old value. The receiptId must be the submission's.
          const fields = changed.filter(
            (field) => isSame(before[field], shown[field]) || (field === 'receiptId' && shown[field] !== told[field]),
          );
          const isNew = fields.length === 0;
          if (!isNew) stale = { members: fields, read };
          alike = isNew === shows ? alike + 1 : 1;
          shows = isNew;
          hasShown ||= isNew;
          if (alike >= 4 && hasShown) return [];
          // Limits the further reads by number and not by time, because a slow deployment would get too few of them.
          if (hasShown ? ++after > 12 : isLast) break;
          if (!isNew) await sleep(100);
        }
        return stale ? stale.members.map((field) => staleAt(contract, field, [created, exchange, stale.read])) : [];
      },
    },
  ];
}

// Treats null and 0 alike, because both can mean that nothing has been paid.
const isSame = (one: unknown, other: unknown): boolean => one === other || (!one && !other);

function staleAt(contract: Contract, field: string, exchanges: Exchange[]): Finding {
  const [, told, shown] = exchanges.map((exchange) => showValue(invoiceOf(exchange)[field]));
  return makeFinding(contract, 'fetch-reads-current-state', {
    member: field,
    expected: `${field}: ${told}, as submit returned it, or a later value`,
    received: `${field}: ${shown}`,
    exchanges,
  });
}
