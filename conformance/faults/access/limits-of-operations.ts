import { actionOf } from '../../servers/full/message.ts';
import { countOf, countWith, forgetAfter, uncount } from '../changes/change-limits.ts';
import { sendHeader } from '../changes/change-response.ts';
import type { FaultTable } from '../fault.ts';
import { limitFaults } from './limit-faults.ts';

/** Servers that count creates or fetches differently from what their limits say. */
export const accessLimitsOfOperations: FaultTable = {
  ...limitFaults('create', 60),
  ...limitFaults('fetch', 600),
  'limits-shared': {
    title: 'Accounts share their limits',
    breaks: 'create-rate-limit',
    fullSteps: countWith('other-merchant createPayment', 'merchant createPayment'),
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
  'replays-uncounted': {
    title: 'Replays count towards no limit',
    breaks: 'create-rate-limit',
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
  'window-of-half-a-minute': {
    title: 'Limits are counted over half a minute',
    breaks: 'create-rate-limit',
    fullSteps: forgetAfter(30),
  },
  'window-of-an-hour': {
    title: 'A limit a minute asks to wait for an hour',
    breaks: 'create-rate-limit',
    fullSteps: sendHeader('Retry-After', '3600', ({ status }) => status === 429),
  },
  'window-of-two-minutes': {
    title: 'A 429 asks to wait for two minutes',
    breaks: 'create-rate-limit',
    fullSteps: sendHeader('Retry-After', '118', ({ status }) => status === 429),
  },
};
