import {
  countOf,
  countOneMore,
  countWith,
  forgetAfter,
  forgetCounts,
  freeOtherTokens,
  refuseAfter,
} from '../changes/change-limits.ts';
import type { FaultTable } from '../fault.ts';

/** Servers that count creates or fetches in another way than their limits say. */
export const accessLimitsOfOperations: FaultTable = {
  'limits-shared': {
    title: 'Accounts share their limits',
    breaks: 'create-rate-limit',
    fullSteps: {
      request(_message, { counted }) {
        counted.set('other-merchant createPayment', counted.get('merchant createPayment') ?? []);
      },
    },
  },
  'create-unlimited': {
    title: 'create has no limit',
    breaks: 'create-rate-limit',
    fullSteps: forgetCounts((limit) => limit.endsWith('createPayment')),
  },
  'fetch-unlimited': {
    title: 'fetch has no limit',
    breaks: 'fetch-rate-limit',
    fullSteps: forgetCounts((limit) => limit.endsWith('fetchPayment')),
  },
  'create-limit-too-low': {
    title: '59 creates a minute are let in',
    breaks: 'create-rate-limit',
    fullSteps: refuseAfter('create', 59),
  },
  'create-limit-by-token': {
    title: 'The limit on create counts for each token',
    breaks: 'create-rate-limit',
    fullSteps: freeOtherTokens('create'),
  },
  'create-limit-of-all-accounts': {
    title: 'Another account shares the limit on create',
    breaks: 'create-rate-limit',
    fullSteps: {
      request(_message, { counted }) {
        counted.set('other-merchant createPayment', counted.get('merchant createPayment') ?? []);
      },
    },
  },
  'create-limit-of-every-operation': {
    title: 'What counts towards create counts towards the other operations',
    breaks: 'create-rate-limit',
    fullSteps: {
      request(_message, { counted }) {
        for (const other of ['create', 'submit', 'fetch'])
          if (other !== 'create' && (counted.get('merchant createPayment')?.length ?? 0) > 55)
            counted.set(countOf(other), Array(600).fill(Number.POSITIVE_INFINITY));
      },
    },
  },
  'fetch-limit-too-low': {
    title: '599 fetchs a minute are let in',
    breaks: 'fetch-rate-limit',
    fullSteps: refuseAfter('fetch', 599),
  },
  'fetch-limit-by-token': {
    title: 'The limit on fetch counts for each token',
    breaks: 'fetch-rate-limit',
    fullSteps: freeOtherTokens('fetch'),
  },
  'fetch-limit-of-all-accounts': {
    title: 'Another account shares the limit on fetch',
    breaks: 'fetch-rate-limit',
    fullSteps: {
      request(_message, { counted }) {
        counted.set('other-merchant fetchPayment', counted.get('merchant fetchPayment') ?? []);
      },
    },
  },
  'fetch-limit-of-every-operation': {
    title: 'What counts towards fetch counts towards the other operations',
    breaks: 'fetch-rate-limit',
    fullSteps: {
      request(_message, { counted }) {
        for (const other of ['create', 'submit', 'fetch'])
          if (other !== 'fetch' && (counted.get('merchant fetchPayment')?.length ?? 0) > 55)
            counted.set(countOf(other), Array(600).fill(Number.POSITIVE_INFINITY));
      },
    },
  },
  'create-one-short': {
    title: 'create lets in one request less than it says',
    breaks: 'create-rate-limit',
    fullSteps: countOneMore(() => 'merchant createPayment'),
  },
  'fetch-one-short': {
    title: 'fetch lets in one request less than it says',
    breaks: 'fetch-rate-limit',
    fullSteps: countOneMore(() => 'merchant fetchPayment'),
  },
  'submits-count-as-creates': {
    title: 'Creates count towards the limit of submits',
    breaks: 'create-rate-limit',
    fullSteps: countWith('merchant submitReceipt', 'merchant createPayment'),
  },
  'fetches-count-as-creates': {
    title: 'Fetches count towards the limit of creates',
    breaks: 'fetch-rate-limit',
    fullSteps: countWith('merchant createPayment', 'merchant fetchPayment'),
  },
  'window-of-half-a-minute': {
    title: 'Limits are counted over half a minute',
    breaks: 'create-rate-limit',
    fullSteps: forgetAfter(30),
  },
  'window-of-an-hour': {
    title: 'A limit a minute asks to wait for an hour',
    breaks: 'create-rate-limit',
    fullSteps: {
      reply(reply) {
        if (reply.status === 429) reply.headers['Retry-After'] = '3600';
      },
    },
  },
  'window-of-two-minutes': {
    title: 'A 429 asks to wait for two minutes',
    breaks: 'create-rate-limit',
    fullSteps: {
      reply({ status, headers }) {
        if (status === 429) headers['Retry-After'] = '118';
      },
    },
  },
};
