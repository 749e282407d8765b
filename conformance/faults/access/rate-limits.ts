import { everyFeature } from '../../servers/full/every-feature.ts';
import { actionOf, fieldsOf, headerOf, type Message, setHeader } from '../../servers/full/message.ts';
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

/** Counts one request more than came, at the beginning of each window. */
function countOneMore(limitOf: (message: Message) => string): FullChanges {
  return {
    request(message, { counted, limited, now }) {
      const limit = limitOf(message);
      if (limited && !counted.has(limit)) counted.set(limit, [now()]);
    },
  };
}

/** Counts the requests of one limit towards another too. */
function countWith(limit: string, other: string): FullChanges {
  return {
    request(_message, { counted }) {
      counted.set(limit, [...(counted.get(other) ?? [])]);
    },
  };
}

/** Keeps every limit apart for each kind of request. */
function countApart(kindOf: (message: Message) => string): FullChanges {
  const kept = new Map<string, [string, number[]][]>();
  let last = '';
  return {
    request(message, { counted, limited }) {
      if (!limited) kept.clear();
      const kind = kindOf(message);
      if (kind === last) return;
      kept.set(last, [...counted]);
      last = kind;
      counted.clear();
      for (const [limit, times] of kept.get(kind) ?? []) counted.set(limit, times);
    },
  };
}

/** Counts over a shorter time, and tells so. */
function forgetAfter(seconds: number): FullChanges {
  return {
    request(_message, { counted, now }) {
      for (const [limit, times] of counted)
        counted.set(
          limit,
          times.filter((time) => time > now() - seconds * 1000),
        );
    },
    reply({ status, headers }) {
      if (status === 429) headers['Retry-After'] = String(Math.max(1, Number(headers['Retry-After']) - (60 - seconds)));
    },
  };
}

/** Changes a header of each response. */
function tell(name: string, change: (value: string) => string): FullChanges {
  return {
    reply({ headers }) {
      if (headers[name] !== undefined) headers[name] = change(headers[name]);
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
        counted.set('other-merchant create', counted.get('merchant create') ?? []);
      },
    },
  },
  'create-unlimited': {
    title: 'create has no limit',
    breaks: 'create-rate-limit',
    fullSteps: forgetCounts((limit) => limit.endsWith('create')),
  },
  'one-invoice-unlimited': {
    title: 'Submits for one invoice have no limit of their own',
    breaks: 'submit-rate-limit',
    fullSteps: forgetCounts((limit) => limit.includes(' for ')),
  },
  'submit-unlimited': {
    title: 'submit has no limit',
    breaks: 'submit-rate-limit',
    fullSteps: forgetCounts((limit) => limit.endsWith('submit')),
  },
  'fetch-unlimited': {
    title: 'fetch has no limit',
    breaks: 'fetch-rate-limit',
    fullSteps: forgetCounts((limit) => limit.endsWith('fetch')),
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
    title: 'A request over a limit is answered 503',
    breaks: 'rate-limit-is-429',
    features: everyFeature,
    fullSteps: { reply: respondInstead('rate_limited', 'service_unavailable', 503) },
  },
  'limits-not-told': {
    title: 'Answers say nothing of limits',
    breaks: 'rate-limit-is-told',
    fullSteps: {
      reply({ headers }) {
        delete headers.RateLimit;
      },
    },
  },
  'create-one-short': {
    title: 'create lets in one request less than it says',
    breaks: 'create-rate-limit',
    fullSteps: countOneMore(() => 'merchant create'),
  },
  'submit-one-short': {
    title: 'submit lets in one request less than it says',
    breaks: 'submit-rate-limit',
    fullSteps: countOneMore(() => 'merchant submit'),
  },
  'one-invoice-one-short': {
    title: 'Nine submits for one invoice are let in',
    breaks: 'submit-rate-limit',
    fullSteps: countOneMore((message) => `merchant for ${fieldsOf(message)?.invoiceId}`),
  },
  'fetch-one-short': {
    title: 'fetch lets in one request less than it says',
    breaks: 'fetch-rate-limit',
    fullSteps: countOneMore(() => 'merchant fetch'),
  },
  'guessing-one-short': {
    title: 'Nineteen wrong tokens are let in',
    breaks: 'failed-authentication-limited',
    fullSteps: countOneMore(() => 'failed authentication'),
  },
  'create-limit-by-token': {
    title: 'Each token has a limit of creates of its own',
    breaks: 'create-rate-limit',
    fullSteps: () => countApart((message) => `${headerOf(message, 'authorization')}`),
  },
  'submit-limit-by-token': {
    title: 'Each token has a limit of submits of its own',
    breaks: 'submit-rate-limit',
    fullSteps: () => countApart((message) => `${headerOf(message, 'authorization')}`),
  },
  'fetch-limit-by-token': {
    title: 'Each token has a limit of fetches of its own',
    breaks: 'fetch-rate-limit',
    fullSteps: () => countApart((message) => `${headerOf(message, 'authorization')}`),
  },
  'guessing-by-operation': {
    title: 'Wrong tokens are counted for each operation',
    breaks: 'failed-authentication-limited',
    fullSteps: () => countApart(actionOf),
  },
  'submits-count-as-creates': {
    title: 'Creates count towards the limit of submits',
    breaks: 'create-rate-limit',
    fullSteps: countWith('merchant submit', 'merchant create'),
  },
  'creates-count-as-submits': {
    title: 'Submits count towards the limit of creates',
    breaks: 'submit-rate-limit',
    fullSteps: countWith('merchant create', 'merchant submit'),
  },
  'fetches-count-as-creates': {
    title: 'Fetches count towards the limit of creates',
    breaks: 'fetch-rate-limit',
    fullSteps: countWith('merchant create', 'merchant fetch'),
  },
  'one-limit-for-all-invoices': {
    title: 'The limit of submits for one invoice is that of all invoices',
    breaks: 'submit-rate-limit',
    fullSteps: {
      request(message, { counted }) {
        if (actionOf(message) !== 'submit') return;
        const all = [...counted].flatMap(([limit, times]) => (limit.startsWith('merchant for ') ? times : []));
        if (String(fieldsOf(message)?.invoiceId).startsWith('inv_'))
          counted.set(`merchant for ${fieldsOf(message)?.invoiceId}`, all);
      },
    },
  },
  'window-of-half-a-minute': {
    title: 'Limits are counted over half a minute',
    breaks: 'create-rate-limit',
    fullSteps: forgetAfter(30),
  },
  'window-of-half-a-minute-at-submit': {
    title: 'Limits are counted over half a minute, as submit shows',
    breaks: 'submit-rate-limit',
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
  'guessing-shut-for-an-hour': {
    title: 'After too many wrong tokens the next may be tried after an hour',
    breaks: 'failed-authentication-limited',
    fullSteps: {
      reply(reply, message) {
        if (reply.status === 429 && headerOf(message, 'authorization')?.includes('not-a-token'))
          reply.headers['Retry-After'] = '3600';
      },
    },
  },
  'guessing-shuts-out': {
    title: 'Whoever shares an address with wrong tokens is shut out',
    breaks: 'failed-authentication-limited',
    fullSteps: {
      request(message, { counted, limited }) {
        if (limited && (counted.get('failed authentication')?.length ?? 0) >= 20)
          setHeader(message, 'authorization', 'Bearer wrong');
      },
    },
  },
  'refused-requests-count': {
    title: 'Refused requests count, so that who asks on is never let in',
    breaks: 'rate-limit-is-429',
    fullSteps: {
      reply(reply, message, { counted, now }) {
        if (reply.status !== 429) return;
        for (const limit of [`merchant ${actionOf(message)}`, `merchant for ${fieldsOf(message)?.invoiceId}`])
          if (counted.has(limit)) counted.set(limit, [...(counted.get(limit) ?? []), now()]);
      },
    },
  },
  'fetch-limit-never-ends': {
    title: 'The limit of fetches does not end when it says',
    breaks: 'rate-limit-is-429',
    fullSteps: {
      reply(reply, message) {
        if (reply.status === 429 && actionOf(message) === 'fetch') reply.headers['Retry-After'] = '1';
      },
    },
  },
  'policy-twice-the-limit': {
    title: 'RateLimit-Policy tells twice the limit',
    breaks: 'rate-limit-is-told',
    fullSteps: tell('RateLimit-Policy', (value) => value.replace(/q=(\d+)/, (_all, most) => `q=${2 * Number(most)}`)),
  },
  'policy-in-milliseconds': {
    title: 'RateLimit-Policy tells its window in milliseconds',
    breaks: 'rate-limit-is-told',
    fullSteps: tell('RateLimit-Policy', (value) => value.replace('w=60', 'w=60000')),
  },
  'remaining-never-falls': {
    title: 'RateLimit tells at each request that nothing was used',
    breaks: 'rate-limit-is-told',
    fullSteps: tell('RateLimit', (value) => value.replace(/r=\d+/, 'r=50')),
  },
};
