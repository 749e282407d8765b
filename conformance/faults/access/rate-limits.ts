import { everyFeature } from '../../servers/full/every-feature.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { respondInstead } from '../changes/change-response.ts';
import type { FaultTable } from '../fault.ts';

/** Forgets the requests that were counted towards these limits. */
function forgetCounts(of: (limit: string) => boolean): FullChanges {
  return {
    request(_message, { counted }) {
      for (const limit of counted.keys()) if (of(limit)) counted.delete(limit);
    },
  };
}

/** Servers that do not keep the rate limits, or do not tell them. */
export const accessRateLimits: FaultTable = {
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
  'one-invoice-unlimited': {
    title: 'Submits for one invoice have no limit of their own',
    breaks: 'submit-rate-limit',
    fullSteps: forgetCounts((limit) => limit.includes(' for ')),
  },
  'submit-unlimited': {
    title: 'submit has no limit',
    breaks: 'submit-rate-limit',
    fullSteps: forgetCounts((limit) => limit.endsWith('submitReceipt')),
  },
  'fetch-unlimited': {
    title: 'fetch has no limit',
    breaks: 'fetch-rate-limit',
    fullSteps: forgetCounts((limit) => limit.endsWith('fetchPayment')),
  },
  'guessing-unlimited': {
    title: 'Tokens may be guessed without end',
    breaks: 'failed-authentication-limited',
    fullSteps: forgetCounts((limit) => limit === 'failed authentication'),
  },
  'no-retry-after': {
    title: 'A 429 carries no Retry-After',
    breaks: 'rate-limit-is-429',
    fullSteps: {
      reply(reply) {
        if (reply.status === 429) delete reply.headers['Retry-After'];
      },
    },
  },
  'limited-503': {
    title: 'A request over a limit is refused with 503',
    breaks: 'rate-limit-is-429',
    features: everyFeature,
    fullSteps: { reply: respondInstead('rate_limited', 'service_unavailable', 503) },
  },
  'limits-not-told': {
    title: 'Responses say nothing of limits',
    breaks: 'rate-limit-is-told',
    fullSteps: {
      reply({ headers }) {
        delete headers.RateLimit;
      },
    },
  },
};
