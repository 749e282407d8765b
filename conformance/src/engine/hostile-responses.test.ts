/** Runs the suite against servers with absurd responses. Any verdict is allowed, but the suite itself must not fail. */
import { expect, test } from 'vitest';
import { loadContract } from '../../payments/load-contract.ts';
import { callbacks } from '../../servers/full/callbacks.ts';
import { startFullServer } from '../../servers/full/start-full-server.ts';
import { checkSubject } from '../../testing/check-subject.ts';
import { withSubject } from '../../testing/with-subject.ts';

const features = [...new Set([...loadContract().requirements.values()].flatMap(({ feature }) => feature ?? []))];

/** Replaces the values of all fields. */
const allAre = (value: unknown) => (body: object) =>
  JSON.stringify(Object.fromEntries(Object.keys(body).map((name) => [name, value])));
const deep = 20_000;

const bodies: ((body: object) => string)[] = [
  () => '',
  () => 'null',
  () => '[]',
  () => '7',
  () => 'out of order',
  (body) => JSON.stringify(body).slice(0, -1),
  () => '{}',
  allAre(null),
  allAre({ toString: null }),
  allAre([[]]),
  (body) => allAre(7)(body).replaceAll('7', '1e999'),
  // An unpaired surrogate.
  allAre('\ud800'),
  (body) => `{"__proto__":{"id":1},"constructor":null,"toString":7,${JSON.stringify(body).slice(1)}`,
  (body) => `{"more":${'{"a":'.repeat(deep)}1${'}'.repeat(deep)},${JSON.stringify(body).slice(1)}`,
  () => '['.repeat(deep) + ']'.repeat(deep),
];

const headers: Record<string, string>[] = [
  {},
  { 'Content-Type': '; = ,', 'WWW-Authenticate': '", =,', 'Retry-After': '0', RateLimit: '";r=', Allow: ',' },
  { 'Content-Type': 'application/json; charset=klingon', Date: 'yesterday', 'Retry-After': '-1', 'X-Request-Id': '\u00ff' },
  { Date: '', 'Idempotent-Replayed': '?2', 'RateLimit-Policy': '%', Link: '<', Location: 'http://[', Sunset: 'never' },
];

// Responses use fifteen bodies and four sets of headers in turn. Each run starts with a different body. By default there is one
// run, as a sample.
test.each(process.env.IN_FULL === '1' ? [0, 5, 10] : [0])(
  'whatever is in them, from number %i on',
  async (first) => {
    let count = first;
    const spoil = (body: object): string => (bodies[count++ % bodies.length] as (typeof bodies)[number])(body);
    await withSubject(
      () =>
        startFullServer({
          reply(reply) {
            // The first response stays unchanged. Otherwise the suite would conclude that the server has a different API.
            if (count === first) count++;
            else if (typeof reply.body === 'object' && reply.body) {
              Object.assign(reply.headers, headers[count % headers.length]);
              reply.body = spoil(reply.body);
            }
          },
          callbacks: {
            attempt(...about) {
              const attempt = callbacks.attempt(...about);
              return { ...attempt, body: spoil(JSON.parse(attempt.body)) };
            },
          },
        }),
      async (running) => {
        const results = await checkSubject({ ...running, callbackWait: 200 }, true, features);
        expect(results.filter(({ verdict }) => verdict === 'error').map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
        expect(results.some(({ verdict }) => verdict === 'fail')).toBe(true);
      },
    );
  },
  600_000,
);
