import type { DeclareCases } from '../../src/case/case.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { isSuccess, responseObject } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/finding.ts';
import { sleep } from '../../src/places/places.ts';
import { changingFields } from '../play/change-of.ts';
import { firstWrong } from '../play/first-wrong.ts';
import { readRecord } from '../play/judge-record.ts';
import { isOwn } from './found.ts';

/** Milliseconds within which a replica that serves reads must show a change. */
const longestLag = 10_000;

/** Cases which check that the changes in the responses of submit last until the end of the run. */
export const keptCases: DeclareCases = (contract) => [
  {
    id: 'fetch-payment/kept/as-submitted',
    title: 'At the end of the run, no invoice is as it was before its receipt was accepted',
    requirement: 'fetch-reads-current-state',
    operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
    derived: true,
    alone: true,
    judgesRecord: true,
    async run(context) {
      const { subject } = context;
      const { unmoved } = await readRecord(context);
      const created = new Map(unmoved.filter(({ isNew }) => isNew).map((one) => [one.invoice.id, one]));
      const changed = new Map(
        unmoved
          .filter(({ operation, exchange }) => operation.id === 'submitReceipt' && isOwn(exchange))
          .filter(({ invoice }) => isChanged(created.get(invoice.id)?.invoice, invoice))
          .map((one) => [one.invoice.id, one]),
      );
      const all = [...changed.values()];
      const sample = all.filter((_, at) => at % Math.ceil(all.length / 8) === 0);
      return firstWrong(sample, async ({ invoice, exchange }) => {
        const before = created.get(invoice.id)?.invoice;
        const until = Date.parse(exchange.startedAt) + exchange.milliseconds + longestLag;
        for (;;) {
          const isLast = Date.now() >= until;
          const read = await subject.fetch(invoice.id);
          const shown = read.answer && isSuccess(read.answer) ? responseObject(read.answer) : undefined;
          // Another case reports an invoice that is not found.
          if (shown === undefined || isChanged(before, shown)) return [];
          if (isLast)
            return broken(contract, 'fetch-reads-current-state', {
              expected: 'the invoice with its receipt, as submit returned it or with later changes',
              received: `${changingFields.map((field) => `${field}: ${showValue(shown[field])}`).join(', ')}, as before`,
              exchanges: [exchange, read],
            });
          await sleep(200);
        }
      });
    },
  },
];

/** Checks whether a receipt has changed an invoice. Both null and 0 may mean that nothing has been paid yet. */
const isChanged = (before: Record<string, unknown> | undefined, after: Record<string, unknown>): boolean =>
  before !== undefined && changingFields.some((field) => before[field] !== after[field] && (before[field] || after[field]));
