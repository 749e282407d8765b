/** Tests requests that get no response: a failure where other requests get one, whatever kind of case it is. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { CaseContext, PlannedCase } from '../case/case.ts';
import { loadContract } from '../contract/load-contract.ts';
import { jsonRequest } from '../http/json-request.ts';
import { Subject } from '../subject/subject.ts';
import { runCase } from './run-case.ts';

/**
 * Starts a server that closes the connection at the path `/mute` a given number of times, and at all other paths once it has
 * crashed.
 */
async function startMute(times: number, crashes = false): Promise<CaseContext> {
  let closed = 0;
  const server = createServer((request, response) => {
    const isMute = request.url === '/mute' && closed++ < times;
    if (isMute || (crashes && closed > 0)) return void request.destroy();
    response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const contract = loadContract();
  const settings = { baseUrl, token: 'token', timeout: 10_000, maxWait: 0, amount: 1, cashTag: '$shop', seed: 1 };
  return { contract, subject: new Subject(contract, settings), features: new Set() };
}

const planned: PlannedCase = {
  ...{ id: 'paid-is-final', file: '', title: '', requirement: 'create-answers-invoice', operations: [], tries: [] },
  ...{ level: 'MUST', support: 'core' },
  async run({ subject }) {
    await subject.send(jsonRequest('/mute', {}));
    return [];
  },
};

test('no response three times, while another request gets one, is a failure of the requirement', async () => {
  const { verdict, findings } = await runCase(planned, await startMute(Infinity), false);
  expect(verdict).toBe('fail');
  expect(findings).toMatchObject([{ requirement: 'create-answers-invoice', expected: 'a response' }]);
  expect(findings[0]?.received).toContain('none, three times, while another request is responded to: the connection was closed');
});

test('no response in time proves nothing where the others take long too', async () => {
  const server = createServer((request, response) => {
    if (request.url !== '/mute') setTimeout(() => response.writeHead(404).end(), 600);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { contract, subject, features } = await startMute(0);
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const slow = new Subject(contract, { ...subject.settings, baseUrl, timeout: 1000 });
  expect(await runCase(planned, { contract, subject: slow, features }, false)).toMatchObject({ verdict: 'inconclusive' });
});

test.each([
  ['a response to the third', 2, false],
  ['nothing responds any more', Infinity, true],
])('%s: that cannot be told', async (_what, times, crashes) => {
  // The suite sends a request again by itself when a kept-alive connection was closed.
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
