import { actionOf, fieldsOf } from '../../servers/full/message.ts';
import {
  countOf,
  countOneMore,
  countWith,
  forgetAfter,
  forgetCounts,
  freeOtherTokens,
  refuseAfter,
} from '../changes/change-limits.ts';
import { type FaultTable, sharing } from '../fault.ts';

/** Servers that count submits in another way than their limits say. */
export const accessLimitsAtSubmit: FaultTable = sharing({ breaks: 'submit-rate-limit' })({
  'one-invoice-unlimited': {
    title: 'Submits for one invoice have no limit of their own',
    fullSteps: forgetCounts((limit) => limit.includes(' for ')),
  },
  'submit-unlimited': {
    title: 'submit has no limit',
    fullSteps: forgetCounts((limit) => limit.endsWith('submitReceipt')),
  },
  'submit-limit-too-low': {
    title: '59 submits a minute are let in',
    fullSteps: refuseAfter('submit', 59),
  },
  'submit-limit-by-token': {
    title: 'The limit on submit counts for each token',
    fullSteps: freeOtherTokens('submit'),
  },
  'submit-limit-of-all-accounts': {
    title: 'Another account shares the limit on submit',
    fullSteps: {
      request(_message, { counted }) {
        counted.set('other-merchant submitReceipt', counted.get('merchant submitReceipt') ?? []);
      },
    },
  },
  'submit-limit-of-every-operation': {
    title: 'What counts towards submit counts towards the other operations',
    fullSteps: {
      request(_message, { counted }) {
        for (const other of ['create', 'submit', 'fetch'])
          if (other !== 'submit' && (counted.get('merchant submitReceipt')?.length ?? 0) > 55)
            counted.set(countOf(other), Array(600).fill(Number.POSITIVE_INFINITY));
      },
    },
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
        const all = [...counted].filter(([name]) => name.includes(' for ')).flatMap(([, times]) => times);
        const id = fieldsOf(message)?.invoiceId;
        if (all.length > 9) counted.set(`merchant submitReceipt for ${id}`, all);
      },
    },
  },
  'submit-one-short': {
    title: 'submit lets in one request less than it says',
    fullSteps: countOneMore(() => 'merchant submitReceipt'),
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
        const all = [...counted].flatMap(([limit, times]) => (limit.startsWith('merchant submitReceipt for ') ? times : []));
        if (String(fieldsOf(message)?.invoiceId).startsWith('inv_'))
          counted.set(`merchant submitReceipt for ${fieldsOf(message)?.invoiceId}`, all);
      },
    },
  },
  'window-of-half-a-minute-at-submit': {
    title: 'Limits are counted over half a minute, as submit shows',
    fullSteps: forgetAfter(30),
  },
  'invoice-limit-by-token': {
    title: 'The limit for one invoice counts for each token',
    fullSteps: freeOtherTokens('submit', ' for '),
  },
});
