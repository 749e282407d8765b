import { expect, test } from 'vitest';
import type { HttpResponse } from '../http/exchange.ts';
import { jsonRequest } from '../http/json-request.ts';
import { sendPatiently } from './send-patiently.ts';
import type { Wire } from './wire.ts';

/** Makes a wire to a deployment that returns these responses in order. Records the suite's waits instead of waiting. */
function wireTo(responses: Partial<HttpResponse>[]): { wire: Wire; waits: number[]; slower: number[] } {
  const waits: number[] = [];
  const slower: number[] = [];
  const send: Wire['send'] = async (_target, request) => ({
    ...{ url: '', request, startedAt: '', milliseconds: 0 },
    answer: { status: 200, headers: [], text: '', ...responses.shift() },
  });
  const hold = (milliseconds: number): void => void waits.push(milliseconds);
  const slowDown = (milliseconds: number): void => {
    slower.push(milliseconds);
    hold(milliseconds);
  };
  return {
    wire: { send, hold, slowDown, pay: async () => null, adapter: {}, use() {}, within: (_scope, work) => work() },
    waits,
    slower,
  };
}

const target = { baseUrl: '', token: '', timeout: 1, maxWait: 60_000 };
const refused = (seconds: string, date?: string): Partial<HttpResponse> => ({
  status: 429,
  headers: [['retry-after', seconds], ...(date === undefined ? [] : ([['date', date]] as [string, string][]))],
});

test('after a 429 it asks more slowly each time', async () => {
  const { wire, waits } = wireTo([refused('1'), refused('1'), refused('1')]);
  expect((await sendPatiently(wire, target, jsonRequest('/', {}))).answer?.status).toBe(200);
  expect(waits).toEqual([1000, 2000, 4000]);
});

test('only a 429 that asks for a wait makes the run slower', async () => {
  const { wire, waits, slower } = wireTo([refused('0'), refused('1')]);
  await sendPatiently(wire, target, jsonRequest('/', {}));
  expect(waits).toEqual([100, 2000]);
  expect(slower).toEqual([2000]);
});

test('a limiter that asks for a minute may refuse twice by chance, and not for ever', async () => {
  const { wire, waits } = wireTo([refused('60'), refused('60')]);
  expect((await sendPatiently(wire, target, jsonRequest('/', {}))).answer?.status).toBe(200);
  expect(waits).toEqual([60_000, 60_000]);
  const endless = wireTo(Array.from({ length: 9 }, () => refused('60')));
  await expect(sendPatiently(endless.wire, target, jsonRequest('/', {}))).rejects.toThrow('still returns 429');
  expect(endless.waits).toEqual([60_000, 60_000]);
});

test('a Retry-After that is a date is read by the clock of the deployment', async () => {
  const { wire, waits } = wireTo([refused('Mon, 06 Nov 2017 08:49:39 GMT', 'Mon, 06 Nov 2017 08:49:37 GMT')]);
  await sendPatiently(wire, target, jsonRequest('/', {}));
  expect(waits).toEqual([2000]);
});

test.each([
  ['a fraction', '1.5', 2000],
  ['a date without a zone', 'Mon Nov  6 08:49:39 2017', 2000],
  ['what is no date', 'soon 5', 1000],
])('a Retry-After that is %s', async (_what, value, milliseconds) => {
  const { wire, waits } = wireTo([refused(value, 'Mon, 06 Nov 2017 08:49:37 GMT')]);
  await sendPatiently(wire, target, jsonRequest('/', {}));
  expect(waits).toEqual([milliseconds]);
});
