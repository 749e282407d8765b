/**
 * Tests with servers whose responses contain a very long run of one character. The suite must process such a run in linear time,
 * wherever in the response it is. The test compares the cost of long runs with that of short ones, so that it does not depend on
 * the speed of the machine.
 */
import { expect, test } from 'vitest';
import { loadContract } from '../../payments/load-contract.ts';
import { callbacks } from '../../servers/full/callbacks.ts';
import { startFullServer } from '../../servers/full/start-full-server.ts';
import { checkSubject } from '../../testing/check-subject.ts';
import { withSubject } from '../../testing/with-subject.ts';
import { type Exchange, responseObject } from '../http/exchange.ts';
import { TrafficJudge } from '../judge/judge-exchange.ts';
import { TrafficMask } from '../judge/mask-exchange.ts';
import { planCases } from './plan-cases.ts';

const contract = loadContract();
const features = [...new Set([...contract.requirements.values()].flatMap(({ feature }) => feature ?? []))];

/** The characters to repeat. For each of them, some regular expression could take a very long time. */
const units = [
  '0',
  '7',
  ' ',
  '\n',
  '\t',
  '"',
  ',',
  '.',
  '-',
  ':',
  '(',
  '[',
  '{',
  '%',
  '\\',
  '/',
  '=',
  '?',
  'a ',
  'at ',
  'T',
  'e',
  '$',
];
/**
 * Strings to put before and after a run. They look like the start of a known form, so that the parser of this form gets as far as
 * the run.
 */
const frames = [
  ['', ''],
  ['a', '\n'],
  ['2026-11-25T10:00:00.', '1'],
  ['at a(', ')'],
  ['https://pay.example/', '!'],
  ['Bearer ', '\n'],
] as const;

type Write = (run: (text?: string) => string, body: object) => string;
const bodies: Write[] = [
  // Places for a run: every field, one field of an otherwise unchanged object, the whole body, a name, and a number.
  (run, body) => JSON.stringify(Object.fromEntries(Object.keys(body).map((name) => [name, run()]))),
  (run, body) => JSON.stringify({ ...body, detail: run(), note: run() }),
  (run) => run(),
  (run, body) => JSON.stringify({ [run()]: 1, ...body }),
  (run, body) => JSON.stringify(body).replace(/:(\d+(?:\.\d+)?)/g, (_, digits) => `:${digits}${run('0')}1`),
  (run, body) => JSON.stringify(body, null, 1).replaceAll('\n', () => run(' ')),
];

const headerNames = [
  'Content-Type',
  'WWW-Authenticate',
  'Retry-After',
  'RateLimit',
  'Allow',
  'Cache-Control',
  'Link',
  'Location',
];

/** Makes functions that write runs of a given length. Each call uses the next character, the next frame and the next place. */
function makeRuns(length: number) {
  let count = 0;
  const next = <T>(list: readonly T[]): T => list[count++ % list.length] as T;
  const run = (unit = next(units)): string => {
    const [before, after] = next(frames);
    return before + unit.repeat(length) + after;
  };
  return {
    body: (body: object) => next(bodies)(run, body),
    // A header cannot contain line breaks.
    headers: () => ({ [next(headerNames)]: run().replaceAll('\n', ' ').trim() || 'a' }),
    text: run,
  };
}

/** Returns how many seconds of CPU time a function takes in this process, in which both the suite and its server run. */
async function cpuOf(work: () => Promise<unknown> | unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Every case written by hand, and every fourth derived case, because derived cases share code. With IN_FULL, every case. */
const cases = planCases(contract)
  .filter(({ derived = false }, index) => process.env.IN_FULL === '1' || !derived || index % 4 === 0)
  .map(({ id }) => id);

/** Runs these cases against a server whose responses and callbacks contain runs of a given length. */
async function runSuite(length: number): Promise<void> {
  const runs = makeRuns(length);
  let isFirst = true;
  const start = () =>
    startFullServer({
      reply(reply) {
        // The first response stays unchanged. Otherwise the suite would conclude that the server has a different API.
        if (!isFirst && typeof reply.body === 'object' && reply.body) {
          Object.assign(reply.headers, runs.headers());
          reply.body = runs.body(reply.body);
        }
        isFirst = false;
      },
      callbacks: {
        attempt(...about) {
          const attempt = callbacks.attempt(...about);
          return { ...attempt, body: runs.body(JSON.parse(attempt.body)), headers: { ...attempt.headers, ...runs.headers() } };
        },
      },
    });
  const results = await withSubject(start, (running) => checkSubject({ ...running, callbackWait: 200 }, true, features, cases));
  expect(results.filter(({ verdict }) => verdict === 'error').map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
}

test('a run of the suite', async () => {
  const short = await cpuOf(() => runSuite(10));
  expect(await cpuOf(() => runSuite(6_000))).toBeLessThan(5 * short + 5);
});

/** Judges and masks the exchanges of recorded traffic in which every string is a run. */
function judgeRuns(length: number): void {
  const judge = new TrafficJudge(contract, new Set(features));
  const mask = new TrafficMask(contract);
  const runs = makeRuns(length);
  const body = { id: 'inv_1', amount: 12.5, paidAmount: 0, status: 'PENDING', createdAt: '2026-11-25T10:00:00Z' };
  for (let index = 0; index < 6 * units.length; index++) {
    const exchange: Exchange = {
      url: 'https://pay.example',
      request: {
        method: 'POST',
        path: `/api/v1/payments/create?${runs.text()}`,
        headers: [['Authorization', runs.text()], ['Idempotency-Key', runs.text()], ...Object.entries(runs.headers())],
        body: runs.body({ cashTag: '$a', amount: 1, webReceipt: runs.text() }),
      },
      answer: { status: index % 2 ? 200 : 422, headers: Object.entries(runs.headers()), text: runs.body(body) },
      startedAt: new Date(0).toISOString(),
      milliseconds: 5,
    };
    judge.judge(mask.mask(exchange));
    responseObject(exchange.answer as NonNullable<typeof exchange.answer>);
  }
}

test('a file of exchanges', async () => {
  const short = await cpuOf(() => judgeRuns(10));
  expect(await cpuOf(() => judgeRuns(20_000))).toBeLessThan(5 * short + 5);
});
