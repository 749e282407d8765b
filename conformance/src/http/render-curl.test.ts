import { execFile } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { serveForTest } from '../../testing/serve-for-test.ts';
import { showUnseen } from '../text/encode-output.ts';
import { type Marked, markOf, tokenAsPassword, tokenAsUser } from '../text/marks.ts';
import type { RequestSpec } from './exchange.ts';
import { renderCurl } from './render-curl.ts';

/** Runs a curl line as a report prints it, and returns what the server receives. */
async function paste(request: RequestSpec): Promise<{ body: string; authorization: string; other: string }> {
  const got = { body: '', authorization: '', other: '' };
  const url = await serveForTest(async (message, response) => {
    got.body = (await buffer(message)).toString();
    got.authorization = message.headers.authorization ?? '';
    got.other = Buffer.from(String(message.headers['x-other'] ?? ''), 'latin1').toString();
    response.end();
  });
  const line = renderCurl({ url, request, startedAt: '', milliseconds: 0 });
  const env = { ...process.env, TOKEN: 'one', CASE_TOKEN: 'another' };
  await promisify(execFile)('sh', ['-c', showUnseen(line)], { env });
  return got;
}

const post = (body: string, ...headers: [string, string][]): RequestSpec => ({ method: 'POST', path: '/', headers, body });

test.each(['\ufeff{}', '{"a":"b\nc"}', '{\t}\u0000', '{"a":"\u200b\u2028é%d\\n"}', "it's 100 %"])(
  'a pasted line sends the body %j',
  async (body) => {
    expect((await paste(post(body))).body).toBe(body);
  },
);

test('a pasted line sends a header with what cannot be seen in it', async () => {
  expect((await paste(post('{}', ['X-Other', 'a\u00adb']))).other).toBe('a\u00adb');
});

test.each(['TOKEN', 'CASE_TOKEN'])('the shell fills in %s', async (name) => {
  expect((await paste(post('{}', ['Authorization', `Bearer ${markOf(`$${name}` as Marked)}`]))).authorization).toBe(
    `Bearer ${name === 'TOKEN' ? 'one' : 'another'}`,
  );
});

test.each([
  [tokenAsUser, 'one:'],
  [tokenAsPassword, 'api:one'],
])('a pasted line sends %s for Basic authentication', async (form, pair) => {
  const { authorization } = await paste(post('{}', ['Authorization', `Basic ${form}`]));
  expect(authorization).toBe(`Basic ${Buffer.from(pair).toString('base64')}`);
});
