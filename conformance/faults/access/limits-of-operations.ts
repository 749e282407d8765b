import { actionOf, fieldsOf } from '../../servers/full/message.ts';
import {
  countLate,
  countOf,
  countOneMore,
  countWith,
  forgetAfter,
  forgetCounts,
  freeOtherTokens,
  refuseLast,
  uncount,
} from '../changes/change-limits.ts';
import { sendHeader } from '../changes/change-response.ts';
import { onReply, onRequest } from '../changes/change-step.ts';
import { bearerOf } from '../changes/find-in-memory.ts';
import { type FaultTable, sharing } from '../fault.ts';

const actions = ['create', 'submit', 'fetch'];

/** Makes the faults of servers that apply a limit only at first, or only to some requests. */
const limitedOnce = (action: string, own: string): FaultTable =>
  sharing({ breaks: `${action}-rate-limit` })({
    [`${action}-limited-once`]: {
      title: `An account that was over the limit on ${action} once is never limited again`,
      fullSteps: () => {
        let until = Number.POSITIVE_INFINITY;
        return {
          request(_message, { counted, limited, now }) {
            if (!limited) until = Number.POSITIVE_INFINITY;
            else if (now() > until) for (const limit of counted.keys()) if (limit.startsWith(own)) counted.delete(limit);
          },
          reply({ status }, message, { now }) {
            if (status === 429 && actionOf(message) === action) until = Math.min(until, now() + 60_000);
          },
        };
      },
    },
    [`${action}-limited-for-one-account`]: {
      title: `Another account has no limit on ${action}`,
      features: ['rate-limits', 'ownership'],
      fullSteps: forgetCounts((limit) => limit === `other-${own}`),
    },
  });

/** Servers that count submissions incorrectly for the rate limit. */
const atSubmit = sharing({ breaks: 'submit-rate-limit' })({
  ...limitFaults('submit', 60),
  'one-invoice-unlimited': {
    title: 'Submits for one invoice have no limit of their own',
    fullSteps: forgetCounts((limit) => limit.includes(' for ')),
  },
  'part-paid-invoice-unlimited': {
    title: 'The limit for one invoice ends with its first receipt',
    features: ['rate-limits', 'lifecycle'],
    fullSteps: onRequest((message, { counted, invoices }) => {
      const id = String(fieldsOf(message)?.invoiceId);
      if (invoices.get(id)?.shown.status === 'UNDER_PAID') counted.delete(`merchant submitReceipt for ${id}`);
    }),
  },
  'accepted-receipt-resets-count': {
    title: 'The limit for one invoice counts from none after each receipt that is accepted',
    features: ['rate-limits', 'lifecycle'],
    fullSteps: () => {
      const seen = new Set<unknown>();
      return onReply(({ status }, message, { counted }) => {
        const { invoiceId, webReceipt } = fieldsOf(message) ?? {};
        if (status !== 200 || actionOf(message) !== 'submit' || seen.has(webReceipt)) return;
        seen.add(webReceipt);
        counted.delete(`merchant submitReceipt for ${invoiceId}`);
      });
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
    title: 'Simultaneous submits above the limit are accepted',
    fullSteps: countLate('merchant submitReceipt', 60),
  },
  'invoice-limit-too-low': {
    title: 'Only nine submits a minute for one invoice are accepted',
    fullSteps: onRequest((_message, { counted }) => {
      for (const [name, times] of counted) if (name.includes(' for ') && times.length === 9) times.push(times[0] as number);
    }),
  },
  'invoice-limit-of-account': {
    title: 'The limit for one invoice counts over all of them',
    fullSteps: onRequest((message, { counted }) => {
      if (actionOf(message) !== 'submit') return;
      const all = longestOf(counted, ' for ');
      const id = fieldsOf(message)?.invoiceId;
      if (all.length > 9) counted.set(`merchant submitReceipt for ${id}`, [...all]);
    }),
  },
  'one-invoice-one-short': {
    title: 'Only nine submits for one invoice are accepted',
    fullSteps: countOneMore((message) => `merchant submitReceipt for ${fieldsOf(message)?.invoiceId}`),
  },
  'creates-count-as-submits': {
    title: 'Submits count towards the limit of creates',
    fullSteps: countWith('merchant createPayment', 'merchant submitReceipt'),
  },
  'one-limit-for-all-invoices': {
    title: 'The limit of submits for one invoice is that of all invoices',
    fullSteps: onRequest((message, { counted }) => {
      if (actionOf(message) !== 'submit') return;
      const all = longestOf(counted, 'merchant submitReceipt for ');
      if (String(fieldsOf(message)?.invoiceId).startsWith('inv_'))
        counted.set(`merchant submitReceipt for ${fieldsOf(message)?.invoiceId}`, [...all]);
    }),
  },
  'window-of-half-a-minute-at-submit': {
    title: 'Limits are counted over half a minute, as submit shows',
    fullSteps: forgetAfter(30),
  },
  'invoice-limit-of-all-accounts': {
    title: 'The limit for one invoice counts for all accounts together',
    features: ['rate-limits', 'ownership'],
    fullSteps: onRequest((message, { counted }) => {
      const name = (account: string): string => `${account} submitReceipt for ${fieldsOf(message)?.invoiceId}`;
      counted.set(name('other-merchant'), [...(counted.get(name('merchant')) ?? [])]);
    }),
  },
  'invoice-limit-by-token': {
    title: 'The limit for one invoice counts for each token',
    fullSteps: freeOtherTokens('submit', ' for '),
  },
  'invoice-limit-by-receipt': {
    title: 'The limit of an invoice counts only attempts with the same receipt',
    fullSteps: () => {
      const seen = new Set<unknown>();
      return onRequest((message, { counted }) => {
        const { invoiceId, webReceipt } = fieldsOf(message) ?? {};
        if (webReceipt !== undefined && !seen.has(webReceipt)) counted.delete(`merchant submitReceipt for ${invoiceId}`);
        seen.add(webReceipt);
      });
    },
  },
});

/** Returns the longest list whose name contains `text`. It has all times if each request adds its time to a copy of this list. */
function longestOf(counted: ReadonlyMap<string, number[]>, text: string): number[] {
  const counts = [...counted].flatMap(([name, times]) => (name.includes(text) ? [times] : []));
  return counts.toSorted((one, other) => other.length - one.length)[0] ?? [];
}

/** Servers that count requests of one operation incorrectly for its rate limit. */
export const accessLimitsOfOperations: FaultTable = sharing({ breaks: 'create-rate-limit' })({
  ...limitFaults('create', 60),
  'scope-refusal-counted': {
    title: 'A create that is refused for its scope counts towards the limit',
    features: ['rate-limits', 'scopes'],
    fullSteps: onReply(({ status }, message, { counted, limited, now }) => {
      if (!limited || status !== 403 || actionOf(message) !== 'create') return;
      counted.set(countOf('create'), [...(counted.get(countOf('create')) ?? []), now()]);
    }),
  },
  ...limitFaults('fetch', 600),
  'limits-shared': {
    title: 'Accounts share their limits',
    fullSteps: countWith('other-merchant createPayment', 'merchant createPayment'),
  },
  'submits-count-as-creates': {
    title: 'Creates count towards the limit of submits',
    fullSteps: countWith('merchant submitReceipt', 'merchant createPayment'),
  },
  'fetches-count-as-creates': {
    title: 'Fetches count towards the limit of creates',
    breaks: 'fetch-rate-limit',
    fullSteps: countWith('merchant createPayment', 'merchant fetchPayment'),
  },
  'replays-uncounted': {
    title: 'Replays count towards no limit',
    features: ['rate-limits', 'idempotency'],
    fullSteps: uncount(({ headers }) => (headers['Idempotent-Replayed'] === 'true' ? countOf('create') : undefined)),
  },
  ...Object.fromEntries(
    [400, 415, 422].map((status) => [
      `creates-refused-with-${status}-uncounted`,
      {
        title: `Creates that are refused with ${status} count towards no limit`,
        breaks: 'create-rate-limit',
        fullSteps: uncount((reply, message) =>
          reply.status === status && actionOf(message) === 'create' ? countOf('create') : undefined,
        ),
      },
    ]),
  ),
  'window-of-half-a-minute': { title: 'Limits are counted over half a minute', fullSteps: forgetAfter(30) },
  'window-of-an-hour': {
    title: 'A limit per minute asks to wait for an hour',
    fullSteps: sendHeader('Retry-After', '3600', ({ status }) => status === 429),
  },
  'window-of-two-minutes': {
    title: 'A 429 asks to wait for two minutes',
    fullSteps: sendHeader('Retry-After', '118', ({ status }) => status === 429),
  },
  ...atSubmit,
});

/** Makes the faults of an operation's rate limit. The limit is `most` requests a minute. */
function limitFaults(action: string, most: number): FaultTable {
  const own = countOf(action);
  return sharing({ breaks: `${action}-rate-limit` })({
    [`${action}-unlimited`]: { title: `${action} has no limit`, fullSteps: forgetCounts((limit) => limit.endsWith(own)) },
    [`${action}-limit-too-low`]: { title: `${most - 1} ${action}s a minute are let in`, fullSteps: refuseLast(action, most) },
    [`${action}-limit-by-token`]: { title: `The limit on ${action} counts for each token`, fullSteps: freeOtherTokens(action) },
    [`${action}-limit-of-all-accounts`]: {
      title: `Another account shares the limit on ${action}`,
      fullSteps: countWith(`other-${own}`, own),
    },
    [`${action}-limit-of-every-operation`]: {
      title: `What counts towards ${action} counts towards the other operations`,
      fullSteps: onRequest((_message, { counted }) => {
        if ((counted.get(own)?.length ?? 0) <= 55) return;
        for (const other of actions.filter((one) => one !== action))
          counted.set(countOf(other), Array(600).fill(Number.POSITIVE_INFINITY));
      }),
    },
    [`${action}-limit-by-narrow-token`]: {
      title: `A token that may only ${action} has a limit of its own`,
      features: ['rate-limits', 'scopes'],
      fullSteps: onRequest((message, { counted, tokens }) => {
        if (tokens.get(bearerOf(message))?.scopes.length === 1) counted.delete(own);
      }),
    },
    // A run reaches a limit of several hundred requests only once, and these faults show only the second time.
    ...(most > 100 ? {} : limitedOnce(action, own)),
    [`${action}-one-short`]: { title: `${action} lets in one request less than it says`, fullSteps: countOneMore(() => own) },
  });
}
