import { everyFeature } from '../../servers/full/every-feature.ts';
import { actionOf, fieldsOf, headerOf, setHeader } from '../../servers/full/message.ts';
import { goOnAfter } from '../changes/change-lifecycle.ts';
import { countApart, countOf, countOneMore, forgetCounts } from '../changes/change-limits.ts';
import { changeHeader, respondInstead, sendHeader } from '../changes/change-response.ts';
import { onReply, onRequest } from '../changes/change-step.ts';
import { bearerOf } from '../changes/find-in-memory.ts';
import { type FaultTable, sharing } from '../fault.ts';

const twiceInPolicy = changeHeader('RateLimit-Policy', (value) =>
  value.replace(/q=(\d+)/, (_all, most) => `q=${2 * Number(most)}`),
);

/** Servers that allow too many attempts with wrong tokens, or report their limits incorrectly. */
export const accessRateLimits: FaultTable = {
  ...sharing({ breaks: 'failed-authentication-limited/refused' })({
    'guessing-unlimited': {
      title: 'Any number of tokens may be guessed',
      fullSteps: forgetCounts((limit) => limit === 'failed authentication'),
    },
    'guessing-in-lower-case-uncounted': {
      title: 'A wrong token behind `bearer` in lower case does not count',
      features: everyFeature,
      fullSteps: onReply(({ status }, message, { counted }) => {
        if (status === 401 && headerOf(message, 'authorization')?.startsWith('bearer '))
          counted.get('failed authentication')?.pop();
      }),
    },
    'failures-by-operation': {
      title: 'Failed authentications are counted for each operation',
      fullSteps: () => {
        const each = new Map<string, number[]>();
        return {
          request: (message, { counted }) => void counted.set('failed authentication', each.get(actionOf(message)) ?? []),
          reply: (_reply, message, { counted }) => void each.set(actionOf(message), counted.get('failed authentication') ?? []),
        };
      },
    },
    'guessing-one-short': {
      title: 'Nineteen wrong tokens are tried before a 429',
      fullSteps: countOneMore(() => 'failed authentication'),
    },
    'known-token-forgives-guessing': {
      title: 'A right token makes up for the wrong ones of its address',
      fullSteps: onRequest((message, { counted, tokens }) => {
        if (tokens.has(headerOf(message, 'authorization')?.slice(7) ?? '')) counted.delete('failed authentication');
      }),
    },
    'revoked-tokens-uncounted': {
      title: 'Revoked tokens may be tried any number of times',
      features: ['rate-limits', 'scopes'],
      fullSteps: onReply((_reply, message, { counted, tokens }) => {
        const given = tokens.get(bearerOf(message));
        if (given?.revoked) counted.get('failed authentication')?.pop();
      }),
    },
  }),
  ...sharing({ breaks: 'rate-limit-is-429' })({
    'no-retry-after': {
      title: 'A 429 has no Retry-After',
      fullSteps: sendHeader('Retry-After', undefined, ({ status }) => status === 429),
    },
    'guessing-without-retry-after': {
      title: 'The 429 of an address that tried too many tokens has no Retry-After',
      fullSteps: sendHeader(
        'Retry-After',
        undefined,
        ({ status }, message, { tokens }) => status === 429 && !tokens.has(headerOf(message, 'authorization')?.slice(7) ?? ''),
      ),
    },
    'counted-over-the-limit': {
      title: 'A submit over its limit is refused with 429, and its receipt is counted',
      fullSteps: goOnAfter('rate_limited'),
    },
    'refused-over-the-limit-remembered': {
      title: 'A receipt that was refused over a limit is taken for a repeated one',
      fullSteps: onReply(({ status }, message, { invoices }) => {
        const { invoiceId, webReceipt } = fieldsOf(message) ?? {};
        if (status === 429) invoices.get(String(invoiceId))?.counted.add(String(webReceipt));
      }),
    },
    'limited-503': {
      title: 'A request over a limit is refused with 503',
      features: everyFeature,
      fullSteps: respondInstead('rate_limited', 'service_unavailable', 503),
    },
    'refused-count-too': {
      title: 'A refused create counts towards the limit',
      fullSteps: onReply(({ status }, message, { counted, now }) => {
        if (status === 429 && actionOf(message) === 'create') counted.get('merchant createPayment')?.push(now());
      }),
    },
    'retry-after-too-short': {
      title: 'Retry-After of a 429 is two seconds too short',
      fullSteps: changeHeader('Retry-After', (value) => String(Math.max(1, Number(value) - 2))),
    },
    'refused-requests-count': {
      title: 'Refused requests count, so a client that keeps asking is always refused',
      fullSteps: onReply((reply, message, { counted, now }) => {
        if (reply.status !== 429) return;
        for (const limit of [countOf(actionOf(message)), `merchant submitReceipt for ${fieldsOf(message)?.invoiceId}`])
          if (counted.has(limit)) counted.set(limit, [...(counted.get(limit) ?? []), now()]);
      }),
    },
    'refusals-begin-a-window': {
      title: 'A refused request restarts the window',
      fullSteps: onRequest((message, { counted, now }) => {
        const limit = countOf(actionOf(message));
        const times = counted.get(limit) ?? [];
        if (times.length >= 60)
          counted.set(
            limit,
            times.map((time) => (time > now() - 60_000 ? now() : time)),
          );
      }),
    },
    'fetch-limit-never-ends': {
      title: 'The limit of fetches ends later than stated',
      fullSteps: sendHeader('Retry-After', '1', ({ status }, message) => status === 429 && actionOf(message) === 'fetch'),
    },
  }),
  ...sharing({ breaks: 'rate-limit-is-told' })({
    'limits-not-told': { title: 'Responses do not state limits', fullSteps: sendHeader('RateLimit', undefined) },
    'limits-not-told-at-429': {
      title: 'Responses state limits, but a 429 does not',
      fullSteps: sendHeader('RateLimit', undefined, ({ status }) => status === 429),
    },
    'policy-of-an-hour-at-429': {
      title: 'RateLimit-Policy of a 429 states a window of an hour',
      fullSteps: onReply(({ status, headers }) => {
        if (status === 429 && headers['RateLimit-Policy'])
          headers['RateLimit-Policy'] = headers['RateLimit-Policy'].replace('w=60', 'w=3600');
      }),
    },
    'some-left-at-429': {
      title: 'RateLimit of a 429 states that twelve requests are left',
      fullSteps: onReply(({ status, headers }) => {
        if (status === 429 && headers.RateLimit) headers.RateLimit = headers.RateLimit.replace(/r=\d+/, 'r=12');
      }),
    },
    'policy-tells-another-limit': { title: 'RateLimit-Policy states twice the limit', fullSteps: twiceInPolicy },
    'limit-never-falls': {
      title: 'RateLimit always states the whole limit',
      fullSteps: changeHeader('RateLimit', (value) => value.replace(/r=\d+/, 'r=59')),
    },
    'policy-twice-the-limit': { title: 'RateLimit-Policy states twice the limit', fullSteps: twiceInPolicy },
    'policy-in-milliseconds': {
      title: 'RateLimit-Policy states its window in milliseconds',
      fullSteps: changeHeader('RateLimit-Policy', (value) => value.replace('w=60', 'w=60000')),
    },
    'remaining-never-falls': {
      title: 'RateLimit states at each request that nothing was used',
      fullSteps: changeHeader('RateLimit', (value) => value.replace(/r=\d+/, 'r=50')),
    },
  }),
  'right-token-limited': {
    title: 'A right token is refused while its address has failed too often',
    breaks: 'failed-authentication-limited/known-token',
    fullSteps: onRequest((message, { counted }) => {
      if ((counted.get('failed authentication')?.length ?? 0) >= 20) setHeader(message, 'authorization', 'Bearer no');
    }),
  },
  'scopes-fail-as-guesses-do': {
    title: 'A token that lacks a scope is refused with 429 when wrong ones are',
    breaks: 'failed-authentication-limited/known-token',
    features: everyFeature,
    fullSteps: respondInstead(
      'insufficient_scope',
      'rate_limited',
      429,
      (_reply, _message, { counted, limited }) => limited && (counted.get('failed authentication')?.length ?? 0) >= 20,
    ),
  },
  'failures-limited-an-hour': {
    title: 'An address that failed too often is refused for an hour',
    breaks: 'failed-authentication-limited/ends',
    fullSteps: onRequest((_message, { counted, now }) => {
      const times = counted.get('failed authentication') ?? [];
      if (times.length >= 20)
        counted.set(
          'failed authentication',
          times.map(() => now()),
        );
    }),
  },
  'guessing-by-operation': {
    title: 'Wrong tokens are counted for each operation',
    breaks: 'failed-authentication-limited',
    fullSteps: () => countApart(actionOf),
  },
  'guessing-shut-for-an-hour': {
    title: 'After too many wrong tokens the next may be tried after an hour',
    breaks: 'failed-authentication-limited/ends',
    fullSteps: sendHeader(
      'Retry-After',
      '3600',
      ({ status }, message) => status === 429 && headerOf(message, 'authorization')?.includes('not-a-token'),
    ),
  },
  'guessing-shuts-out': {
    title: 'Right tokens are refused at an address with wrong ones',
    breaks: 'failed-authentication-limited/known-token',
    fullSteps: onRequest((message, { counted, limited }) => {
      if (limited && (counted.get('failed authentication')?.length ?? 0) >= 20)
        setHeader(message, 'authorization', 'Bearer wrong');
    }),
  },
  'refused-guesses-count': {
    title: 'A wrong token that is refused with 429 counts as a further failure',
    breaks: 'failed-authentication-limited/ends',
    fullSteps: onReply(({ status }, message, { counted, tokens, now }) => {
      if (status === 429 && !tokens.has(headerOf(message, 'authorization')?.slice(7) ?? ''))
        counted.get('failed authentication')?.push(now());
    }),
  },
};
