import { expect, test } from 'vitest';
import { serveForTest } from '../../testing/serve-for-test.ts';
import { jsonRequest } from '../http/json-request.ts';
import { openWire } from './wire.ts';

test('once a deployment is silent for good, nothing more is sent to it', async () => {
  let asked = 0;
  const baseUrl = await serveForTest((request, response) => {
    request.resume();
    if (++asked <= 3) response.end('{}');
  });
  const wire = openWire({});
  const target = { baseUrl, token: 'tok', timeout: 40 };
  const failures: (string | undefined)[] = [];
  for (let at = 0; at < 20; at++) failures.push((await wire.send(target, jsonRequest('/', {}))).failure);
  expect(failures.slice(0, 3)).toEqual([undefined, undefined, undefined]);
  expect(failures.slice(3, 15)).toEqual(Array(12).fill('no response within 0.04 s'));
  expect(failures.slice(15)).toEqual(Array(5).fill('not sent, because the deployment had stopped responding'));
  expect(wire.record?.all).toHaveLength(asked);
});
