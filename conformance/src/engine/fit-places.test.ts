import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { loadContract } from '../../payments/load-contract.ts';
import { makeExchange } from '../../testing/make-report.ts';
import { serveForTest } from '../../testing/serve-for-test.ts';
import type { Exchange } from '../http/exchange.ts';
import { Places } from '../places/places.ts';
import { Subject } from '../subject/subject.ts';
import { askAgainIfSlow, fitPlaces, latencyOf, mostPlaces, usualPlaces } from './fit-places.ts';

const within = (milliseconds: number, status = 200) => makeExchange({ milliseconds, answer: { status, headers: [], text: '' } });

/**
 * Simulates many exchanges with a deployment whose response time depends on the number of concurrent requests. Returns the final
 * number of places.
 */
function settleAt(takes: (atOnce: number) => number): number {
  const places = new Places(usualPlaces);
  const adapt = fitPlaces(places, takes(1));
  for (let sent = 0; sent < 3000; sent++) adapt(within(takes(places.count)));
  return places.count;
}

test('a deployment that is far away is asked more at once', () => {
  expect(settleAt(() => 150)).toBe(mostPlaces);
});

test('one that does one thing after the other is not', () => {
  expect(settleAt((atOnce) => 150 * atOnce)).toBe(usualPlaces);
});

test('one that handles a limited number of requests at once gets about that many', () => {
  const count = settleAt((atOnce) => 150 * Math.max(1, atOnce / 12));
  expect(count).toBeGreaterThan(8);
  expect(count).toBeLessThan(25);
});

test('one that is near and busy is asked no more than usual, however steadily slow it is', () => {
  const places = new Places(usualPlaces);
  const adapt = fitPlaces(places, 60);
  const most = [...Array(3000).keys()].map((sent) => {
    adapt(within(sent % 50 === 20 ? 4 : 60));
    return sent > 100 ? places.count : 0;
  });
  expect(Math.max(...most)).toBe(usualPlaces);
});

test('one that is far away is asked more although a gateway nearby refuses, and the suite ends requests itself', () => {
  const places = new Places(usualPlaces);
  const adapt = fitPlaces(places, 150);
  const { answer: _, ...unanswered } = makeExchange({ milliseconds: 0, failure: 'the suite closed the connection' });
  for (let sent = 0; sent < 3000; sent++) {
    adapt(within(150));
    if (sent % 50 === 20) adapt(within(4, 400));
    if (sent % 50 === 40) adapt(unanswered);
  }
  expect(places.count).toBe(mostPlaces);
});

test('one that responds at once is asked no more than usual', () => {
  expect(settleAt(() => 3)).toBe(usualPlaces);
});

test('a server whose first response was slow is asked once more; a later refusal does not count', async () => {
  let status = 200;
  const server = createServer((request, response) => void request.resume().on('end', () => response.writeHead(status).end('{}')));
  const settings = { token: 'tok', timeout: 5000, maxWait: 0, given: {}, seed: 1, userAgent: 'test', noSandbox: false };
  const subject = new Subject(loadContract(), { ...settings, baseUrl: await serveForTest(server) });
  const latencyAfter = async (first: Exchange) => latencyOf(first, await askAgainIfSlow(subject, first));
  expect(await latencyAfter(within(9000))).toBeLessThan(5000);
  expect(await askAgainIfSlow(subject, within(3))).toBeUndefined();
  status = 400;
  expect(await latencyAfter(within(9000))).toBe(9000);
});
