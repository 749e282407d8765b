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

/** Refuses an operation sooner than its limit says. */
function refuseAfter(action: string, most: number): FullChanges {
  return {
    request(message, { counted }) {
      const times = counted.get(`merchant ${action}`) ?? [];
      const missing = { create: 60, submit: 60, fetch: 600 }[action] as number;
      if (actionOf(message) === action && times.length >= most && times.length < missing)
        counted.set(`merchant ${action}`, [...times, ...Array(missing - times.length).fill(times[0])]);
    },
  };
}

/** Counts nothing that is sent with a token that was minted later. */
function freeOtherTokens(action: string): FullChanges {
  return {
    request(message, { counted, tokens }) {
      const [first] = tokens.keys();
      const given = (headerOf(message, 'authorization') ?? '').replace('Bearer ', '');
      if (given !== first && tokens.get(given)?.account.name === 'merchant' && actionOf(message) === action)
        counted.delete(`merchant ${action}`);
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
        counted.set('other-merchant create', counted.get('merchant create') ?? []);
      },
    },
  },
  'create-limit-of-every-operation': {
    title: 'What counts towards create counts towards the other operations',
    breaks: 'create-rate-limit',
    fullSteps: {
      request(_message, { counted }) {
        for (const other of ['create', 'submit', 'fetch'])
          if (other !== 'create' && (counted.get('merchant create')?.length ?? 0) > 55)
            counted.set(`merchant ${other}`, Array(600).fill(Number.POSITIVE_INFINITY));
      },
    },
  },
  'submit-limit-too-low': {
    title: '59 submits a minute are let in',
    breaks: 'submit-rate-limit',
    fullSteps: refuseAfter('submit', 59),
  },
  'submit-limit-by-token': {
    title: 'The limit on submit counts for each token',
    breaks: 'submit-rate-limit',
    fullSteps: freeOtherTokens('submit'),
  },
  'submit-limit-of-all-accounts': {
    title: 'Another account shares the limit on submit',
    breaks: 'submit-rate-limit',
    fullSteps: {
      request(_message, { counted }) {
        counted.set('other-merchant submit', counted.get('merchant submit') ?? []);
      },
    },
  },
  'submit-limit-of-every-operation': {
    title: 'What counts towards submit counts towards the other operations',
    breaks: 'submit-rate-limit',
    fullSteps: {
      request(_message, { counted }) {
        for (const other of ['create', 'submit', 'fetch'])
          if (other !== 'submit' && (counted.get('merchant submit')?.length ?? 0) > 55)
            counted.set(`merchant ${other}`, Array(600).fill(Number.POSITIVE_INFINITY));
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
        counted.set('other-merchant fetch', counted.get('merchant fetch') ?? []);
      },
    },
  },
  'fetch-limit-of-every-operation': {
    title: 'What counts towards fetch counts towards the other operations',
    breaks: 'fetch-rate-limit',
    fullSteps: {
      request(_message, { counted }) {
        for (const other of ['create', 'submit', 'fetch'])
          if (other !== 'fetch' && (counted.get('merchant fetch')?.length ?? 0) > 55)
            counted.set(`merchant ${other}`, Array(600).fill(Number.POSITIVE_INFINITY));
      },
    },
  },
  'window-of-two-minutes': {
    title: 'A 429 asks to wait for two minutes',
    breaks: 'rate-limit-is-429',
    fullSteps: {
      reply({ status, headers }) {
        if (status === 429) headers['Retry-After'] = '118';
      },
    },
  },
  'refused-count-too': {
    title: 'A refused create counts towards the limit',
    breaks: 'rate-limit-is-429',
    fullSteps: {
      reply({ status }, message, { counted, now }) {
        if (status === 429 && actionOf(message) === 'create') counted.get('merchant create')?.push(now());
      },
    },
  },
  'policy-tells-another-limit': {
    title: 'RateLimit-Policy tells twice the limit',
    breaks: 'rate-limit-is-told',
    fullSteps: {
      reply({ headers }) {
        headers['RateLimit-Policy'] &&= headers['RateLimit-Policy'].replace(/q=(\d+)/, (_, most) => `q=${2 * Number(most)}`);
      },
    },
  },
  'limit-never-falls': {
    title: 'RateLimit always tells the whole limit',
    breaks: 'rate-limit-is-told',
    fullSteps: {
      reply({ headers }) {
        headers.RateLimit &&= headers.RateLimit.replace(/r=\d+/, 'r=59');
      },
    },
  },
  'invoice-limit-too-low': {
    title: 'Nine submits a minute for one invoice are let in',
    breaks: 'submit-rate-limit',
    fullSteps: {
      request(_message, { counted }) {
        for (const [name, times] of counted) if (name.includes(' for ') && times.length === 9) times.push(times[0] as number);
      },
    },
  },
  'invoice-limit-of-account': {
    title: 'The limit for one invoice counts over all of them',
    breaks: 'submit-rate-limit',
    fullSteps: {
      request(message, { counted }) {
        if (actionOf(message) !== 'submit') return;
        const all = [...counted].filter(([name]) => name.includes(' for ')).flatMap(([, times]) => times);
        const id = fieldsOf(message)?.invoiceId;
        if (all.length > 9) counted.set(`merchant for ${id}`, all);
      },
    },
  },
  'failures-by-operation': {
    title: 'Failed authentications are counted for each operation',
    breaks: 'failed-authentication-limited',
    fullSteps: () => {
      const each = new Map<string, number[]>();
      return {
        request: (message, { counted }) => void counted.set('failed authentication', each.get(actionOf(message)) ?? []),
        reply: (_reply, message, { counted }) => void each.set(actionOf(message), counted.get('failed authentication') ?? []),
      };
    },
  },
  'right-token-limited': {
    title: 'A right token is refused while its address has failed too often',
    breaks: 'failed-authentication-limited',
    fullSteps: {
      request(message, { counted }) {
        if ((counted.get('failed authentication')?.length ?? 0) >= 20) setHeader(message, 'authorization', 'Bearer no');
      },
    },
  },
  'failures-limited-an-hour': {
    title: 'An address that failed too often is refused for an hour',
    breaks: 'failed-authentication-limited',
    fullSteps: {
      request(_message, { counted, now }) {
        const times = counted.get('failed authentication') ?? [];
        if (times.length >= 20)
          counted.set(
            'failed authentication',
            times.map(() => now()),
          );
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
