import { actionOf, fieldsOf } from '../../servers/full/message.ts';
import {
  countLate,
  countOneMore,
  countWith,
  forgetAfter,
  forgetCounts,
  freeOtherTokens,
  uncount,
} from '../changes/change-limits.ts';
import { type FaultTable, sharing } from '../fault.ts';
import { limitFaults } from './limit-faults.ts';

/** Servers that count submits differently from what their limits say. */
export const accessLimitsAtSubmit: FaultTable = sharing({ breaks: 'submit-rate-limit' })({
  ...limitFaults('submit', 60),
  'one-invoice-unlimited': {
    title: 'Submits for one invoice have no limit of their own',
    fullSteps: forgetCounts((limit) => limit.includes(' for ')),
  },
  'part-paid-invoice-unlimited': {
    title: 'The limit for one invoice ends with its first receipt',
    features: ['rate-limits', 'lifecycle'],
    fullSteps: {
      request(message, { counted, invoices }) {
        const id = String(fieldsOf(message)?.invoiceId);
        if (invoices.get(id)?.shown.status === 'UNDER_PAID') counted.delete(`merchant submitReceipt for ${id}`);
      },
    },
  },
  'repeats-uncounted': {
    title: 'A receipt that was counted already does not count towards the limit for its invoice',
    features: ['rate-limits', 'lifecycle'],
    fullSteps: uncount(({ status }, message) => {
      const { invoiceId } = fieldsOf(message) ?? {};
      return status === 200 && actionOf(message) === 'submit' ? `merchant submitReceipt for ${invoiceId}` : undefined;
    }),
  },
  'many-at-once-pass': {
    title: 'Submits that come at once are let in though they are more than the limit',
    fullSteps: countLate('merchant submitReceipt', 60),
  },
  'invoice-limit-too-low': {
    title: 'Nine submits a minute for one invoice are let in',
    fullSteps: {
      request(_message, { counted }) {
        for (const [name, times] of counted) if (name.includes(' for ') && times.length === 9) times.push(times[0] as number);
      },
    },
  },
  'invoice-limit-of-account': {
    title: 'The limit for one invoice counts over all of them',
    fullSteps: {
      request(message, { counted }) {
        if (actionOf(message) !== 'submit') return;
        const all = longestOf(counted, ' for ');
        const id = fieldsOf(message)?.invoiceId;
        if (all.length > 9) counted.set(`merchant submitReceipt for ${id}`, [...all]);
      },
    },
  },
  'one-invoice-one-short': {
    title: 'Nine submits for one invoice are let in',
    fullSteps: countOneMore((message) => `merchant submitReceipt for ${fieldsOf(message)?.invoiceId}`),
  },
  'creates-count-as-submits': {
    title: 'Submits count towards the limit of creates',
    fullSteps: countWith('merchant createPayment', 'merchant submitReceipt'),
  },
  'one-limit-for-all-invoices': {
    title: 'The limit of submits for one invoice is that of all invoices',
    fullSteps: {
      request(message, { counted }) {
        if (actionOf(message) !== 'submit') return;
        const all = longestOf(counted, 'merchant submitReceipt for ');
        if (String(fieldsOf(message)?.invoiceId).startsWith('inv_'))
          counted.set(`merchant submitReceipt for ${fieldsOf(message)?.invoiceId}`, [...all]);
      },
    },
  },
  'window-of-half-a-minute-at-submit': {
    title: 'Limits are counted over half a minute, as submit shows',
    fullSteps: forgetAfter(30),
  },
  'invoice-limit-of-all-accounts': {
    title: 'The limit for one invoice counts for all accounts together',
    features: ['rate-limits', 'ownership'],
    fullSteps: {
      request(message, { counted }) {
        const name = (account: string): string => `${account} submitReceipt for ${fieldsOf(message)?.invoiceId}`;
        counted.set(name('other-merchant'), [...(counted.get(name('merchant')) ?? [])]);
      },
    },
  },
  'invoice-limit-by-token': {
    title: 'The limit for one invoice counts for each token',
    fullSteps: freeOtherTokens('submit', ' for '),
  },
  'invoice-limit-by-receipt': {
    title: 'The limit of an invoice is one of tries of the same receipt',
    fullSteps: () => {
      const seen = new Set<unknown>();
      return {
        request(message, { counted }) {
          const { invoiceId, webReceipt } = fieldsOf(message) ?? {};
          if (webReceipt !== undefined && !seen.has(webReceipt)) counted.delete(`merchant submitReceipt for ${invoiceId}`);
          seen.add(webReceipt);
        },
      };
    },
  },
});

/**
 * Returns the longest of the counts whose names include a text. Because each request copies it and adds itself, it contains all
 * requests.
 */
function longestOf(counted: ReadonlyMap<string, number[]>, text: string): number[] {
  const counts = [...counted].flatMap(([name, times]) => (name.includes(text) ? [times] : []));
  return counts.toSorted((one, other) => other.length - one.length)[0] ?? [];
}
