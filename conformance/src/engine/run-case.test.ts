/**
 * Tests how a case is run. A finding is not a defect if the case's invoice expires meanwhile. A missing response is a failure if
 * other requests get responses.
 */
import { expect, test } from 'vitest';
import { facts } from '../../payments/facts.ts';
import { loadContract } from '../../payments/load-contract.ts';
import { serveForTest } from '../../testing/serve-for-test.ts';
import type { CaseContext, PlannedCase } from '../case/case.ts';
import { jsonRequest } from '../http/json-request.ts';
import { broken, type Finding } from '../outcome/finding.ts';
import { Subject } from '../subject/subject.ts';
import type { Recorded } from '../wire/recorder.ts';
import { outlivesInvoice, runCase } from './run-case.ts';

const contract = loadContract();

/** Writes the times of an invoice. They do not depend on this machine's clock. */
const times = (seconds: number): string =>
  JSON.stringify({ createdAt: new Date(0).toISOString(), expiresAt: new Date(seconds * 1000).toISOString() });

const created = (seconds: number, ago: number): Recorded => ({
  ...{ scope: 'a-case', index: 0 },
  exchange: {
    ...{ url: '', request: { method: 'POST', path: '/create', headers: [] }, milliseconds: 1 },
    startedAt: new Date(Date.now() - ago * 1000).toISOString(),
    answer: { status: 200, headers: [], text: times(seconds) },
  },
});

test.each([
  ['it lived for two seconds, and was made three seconds ago', 2, 3, true],
  ['it lives for half an hour', 1800, 3, false],
  ['it says that it lives for a second, and was made just now', 1, 0, false],
])('%s: %#', (_what, seconds, ago, outlived) => {
  const record = { all: [created(seconds, ago)], scopesOf: (id: string) => [id] };
  expect(outlivesInvoice('a-case', facts, record)).toBe(outlived);
  expect(outlivesInvoice('another-case', facts, record)).toBe(false);
});

test.each([
  ['ended while its invoice lived', 5, false],
  ['went on after its invoice had expired', 3, true],
])('what cases share %s', (_what, ago, outlived) => {
  const shared = [created(2, 5.5), created(1800, ago)].map((entry) => ({ ...entry, scope: 'shared/play' }));
  const record = { all: shared, scopesOf: (id: string) => [id, 'shared/play'] };
  expect(outlivesInvoice('a-case', facts, record)).toBe(outlived);
});

/** Runs a case whose invoice has this lifetime. `numbers` contains the number of findings for each attempt of the case. */
async function runWith(lifetime: number, numbers: number[]): Promise<string> {
  const baseUrl = await serveForTest((_request, response) => response.end(times(lifetime)));
  const settings = { baseUrl, token: 'token', timeout: 10_000, maxWait: 0, given: { cashTag: '$shop', amount: 1 }, seed: 1 };
  const finding = (): Finding[] => broken(contract, 'lifecycle-expiry', { expected: '', received: '', exchanges: [] });
  const planned: PlannedCase = {
    ...{
      id: 'a-case',
      file: '',
      title: '',
      requirement: 'lifecycle-expiry',
      operations: [],
      tries: [],
      level: 'MUST',
      support: 'core',
    },
    async run({ subject }) {
      // Keeps creating invoices until one with a short lifetime has expired.
      const end = Date.now() + 20;
      do await subject.create();
      while (Date.now() < end);
      return Array.from({ length: numbers.shift() ?? 0 }, finding).flat();
    },
  };
  const context = { contract, subject: new Subject(contract, settings), features: new Set(['lifecycle']) };
  return (await runCase(planned, context, false)).verdict;
}

const planned: PlannedCase = {
  ...{ id: 'paid-is-final', file: '', title: '', requirement: 'create-answers-invoice', operations: [], tries: [] },
  ...{ level: 'MUST', support: 'core' },
  async run({ subject }) {
    await subject.send(jsonRequest('/mute', {}));
    return [];
  },
};

test.each([
  ['passes where it finds nothing when it is run again', 0.02, [1, 0], 'pass'],
  ['is inconclusive where it finds the same', 0.02, [1, 1], 'inconclusive'],
  ['fails at once where the invoice lives on', 1800, [1, 0], 'fail'],
])('a case whose invoice expired under it %s', async (_what, lifetime, numbers, verdict) => {
  expect(await runWith(lifetime, numbers)).toBe(verdict);
});

test('a result has the facts of its case that report.schema.json names, and no others', async () => {
  const inner = { problem: 'not_found', ofForm: true, derived: true, proves: ['a fact'], takesEither: true, covers: ['core'] };
  const result = await runCase({ ...planned, ...inner, feature: 'callbacks' }, await startMute(0), false);
  const facts = ['id', 'file', 'title', 'requirement', 'level', 'support', 'feature', 'operations', 'tries'];
  expect(Object.keys(result).sort()).toEqual([...facts, 'findings', 'milliseconds', 'reason', 'verdict'].sort());
});

/**
 * Starts a server that closes the connection of the first `times` requests to `/mute`, and responds 404 to all others. If
 * `crashes` is true, it sends no more responses from the first request to `/mute` onwards.
 */
async function startMute(times: number, crashes = false): Promise<CaseContext> {
  let closed = 0;
  const baseUrl = await serveForTest((request, response) => {
    const isMute = request.url === '/mute' && closed++ < times;
    if (isMute || (crashes && closed > 0)) return void request.destroy();
    response.writeHead(404).end();
  });
  const contract = loadContract();
  const settings = { baseUrl, token: 'token', timeout: 10_000, maxWait: 0, given: { cashTag: '$shop', amount: 1 }, seed: 1 };
  return { contract, subject: new Subject(contract, settings), features: new Set() };
}

test('no response three times, while another request gets one, is a failure of the requirement', async () => {
  const { verdict, findings } = await runCase(planned, await startMute(Infinity), false);
  expect(verdict).toBe('fail');
  expect(findings).toMatchObject([{ requirement: 'create-answers-invoice', expected: 'a response' }]);
  expect(findings[0]?.received).toContain('none, three times, while another request got a response: the connection was closed');
});

test('no response in time proves nothing where the others take long too', async () => {
  const baseUrl = await serveForTest((request, response) => {
    if (request.url !== '/mute') setTimeout(() => response.writeHead(404).end(), 600);
  });
  const { contract, subject, features } = await startMute(0);
  const slow = new Subject(contract, { ...subject.settings, baseUrl, timeout: 1000 });
  expect(await runCase(planned, { contract, subject: slow, features }, false)).toMatchObject({ verdict: 'inconclusive' });
});

test.each([
  ['a response to the third', 2, false],
  ['nothing responds any more', Infinity, true],
])('%s: that cannot be told', async (_what, times, crashes) => {
  // If the server closes a reused connection, the suite itself sends the request again.
  expect(await runCase(planned, await startMute(times, crashes), false)).toMatchObject({ verdict: 'inconclusive' });
});

test.each([
  ['a failure, where the head alone gets no response either', Infinity, ['limits'], 'fail'],
  ['unclear, where the head alone gets one', 1, ['limits'], 'inconclusive'],
  ['unclear, where no limit is claimed', Infinity, [], 'inconclusive'],
])('no response to a body one byte beyond the limit is %s', async (_what, times, features, verdict) => {
  const large: PlannedCase = {
    ...planned,
    async run({ subject, contract }) {
      const body = ''.padEnd(contract.bodyLimit + 1);
      await subject.send({ ...jsonRequest('/mute', {}), body });
      return [];
    },
  };
  const context = { ...(await startMute(times)), features: new Set(features) };
  expect(await runCase(large, context, false)).toMatchObject({ verdict });
});

test('a body that is large in bytes, and not in characters, may be left half read', async () => {
  const large: PlannedCase = {
    ...planned,
    async run({ subject }) {
      await subject.send(jsonRequest('/mute', { text: 'ü'.repeat(20_000) }));
      return [];
    },
  };
  expect(await runCase(large, await startMute(Infinity), false)).toMatchObject({ verdict: 'inconclusive' });
});
