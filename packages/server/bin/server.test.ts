import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { exampleCreate } from '@payment-invoice/generated/examples';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nodeEnv } from '../testing/process/start-child.ts';
import { makeTestDirectory } from '../testing/start-test-server.ts';

type Child = ReturnType<typeof run>;

function run(args: readonly string[], env: Record<string, string> = {}, within: readonly string[] = []) {
  const [command = '', ...words] = [...within, process.execPath, join(import.meta.dirname, 'server.ts'), ...args];
  const child = spawn(command, words, {
    cwd: makeTestDirectory(),
    env: { ...nodeEnv(), PORT: '0', ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const text = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (text.out += chunk));
  child.stderr.on('data', (chunk) => (text.err += chunk));
  const ended: Promise<number | string> = once(child, 'close').then(([code, signal]) => code ?? signal);
  return { process: child, out: () => text.out, err: () => text.err, ended };
}

type Started = Child & { baseUrl: string; token: string; docsUrl: string; pid: number };

async function start(env: Record<string, string> = {}, within: readonly string[] = []): Promise<Started> {
  const child = run(['--json'], env, within);
  const lines = createInterface({ input: child.process.stdout });
  const [line] = (await Promise.race([once(lines, 'line'), child.ended.then(() => [''])])) as [string];
  if (line === '') throw new Error(`The server did not start: ${child.err()}`);
  return { ...child, ...JSON.parse(line) };
}

async function logged(child: Child, text: string): Promise<void> {
  while (!child.err().includes(text)) await once(child.process.stderr, 'data');
}

/** Sends the headers of a createPayment request with a body of this length, and waits until the server asks for the body. */
async function beginCreate({ baseUrl, token }: { baseUrl: string; token: string }, length: number): Promise<ClientRequest> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': length };
  const sent = request(`${baseUrl}/api/v1/payments/create`, { method: 'POST', headers: { ...headers, expect: '100-continue' } });
  sent.flushHeaders();
  await once(sent, 'continue');
  return sent;
}

describe('--json', () => {
  test('prints one line once it accepts requests, and nothing else', async () => {
    const dataDir = join(makeTestDirectory(), 'deep', 'down');
    const child = await start({ DATA_DIR: dataDir });
    expect(child).toMatchObject({ docsUrl: `${child.baseUrl}/docs`, pid: child.process.pid });
    expect((await fetch(`${child.baseUrl}/healthz`)).status).toBe(200);
    child.process.kill('SIGINT');
    expect(await child.ended).toBe(0);
    expect(child.out()).toMatch(
      /^\{"baseUrl":"(http:\/\/127\.0\.0\.1:\d+)","address":"\1","token":"pi_test_\w+","otherToken":"pi_test_\w+","callbackSecret":"whsec_[^"]{44}","docsUrl":"[^"]+","pid":\d+\}\n$/,
    );
    expect(child.err()).not.toContain(child.token);
    const again = await start({ DATA_DIR: dataDir });
    expect(again.token).toBe(child.token);
  });
});

describe('text', () => {
  test('has a curl command that can be pasted, and says how to stop', async () => {
    const child = run([]);
    await logged(child, 'listening');
    while (!child.out().includes('curl ')) await once(child.process.stdout, 'data');
    const line =
      child
        .out()
        .split('\n')
        .find((text) => text.startsWith('curl ')) ?? '';
    const invoice = JSON.parse(execFileSync('sh', ['-c', line], { encoding: 'utf8' }));
    expect(invoice).toMatchObject({ cashTag: '$coffeeshop', amount: 12.5, status: 'PENDING' });
    for (const part of ['/docs\n', 'Ctrl+C']) expect(child.out()).toContain(part);
  });

  test('--help describes every command and option', async () => {
    const child = run(['--help']);
    expect(await child.ended).toBe(0);
    for (const word of ['PORT', 'HOST', 'DATA_DIR', '--json']) expect(child.out()).toContain(word);
  });
});

describe('a signal', () => {
  test('lets the request in progress finish, accepts no other, and ends with 0', async () => {
    const child = await start();
    const body = JSON.stringify(exampleCreate);
    const sent = await beginCreate(child, body.length);
    sent.write(body.slice(0, 10));
    child.process.kill('SIGTERM');
    await logged(child, 'stopping');
    await expect(fetch(`${child.baseUrl}/healthz`)).rejects.toThrow();
    sent.end(body.slice(10));
    const [response] = await once(sent, 'response');
    expect(response.statusCode).toBe(200);
    expect(JSON.parse(Buffer.concat(await response.toArray()).toString())).toMatchObject({ status: 'PENDING' });
    expect(await child.ended).toBe(0);
    expect(child.err()).toContain('stopped');
  });

  test('closes idle connections', async () => {
    const child = await start();
    await (await fetch(`${child.baseUrl}/healthz`)).text();
    child.process.kill('SIGTERM');
    expect(await child.ended).toBe(0);
  });

  test('counts once when npm passes it on', async () => {
    const child = await start();
    for (let times = 0; times < 3; times++) child.process.kill('SIGTERM');
    expect(await child.ended).toBe(0);
    expect(child.err()).toContain('stopped');
  });

  test('ends the server immediately when it is the second', async () => {
    const child = await start();
    (await beginCreate(child, 100)).on('error', () => undefined);
    child.process.kill('SIGTERM');
    await logged(child, 'stopping');
    // A signal right after the first one is ignored, because after Ctrl-C, the terminal and npm each send one.
    child.process.kill('SIGTERM');
    const hurry = () => child.process.kill('SIGTERM') && child.process.exitCode;
    await expect.poll(hurry, { interval: 200 }).not.toBeNull();
    expect(await child.ended).toBe(1);
    expect(child.err()).not.toContain('stopped');
  });
});

test('a reader of its output that has gone does not stop it', async () => {
  const child = run(['--json']);
  child.process.stdout.destroy();
  await logged(child, 'listening');
  child.process.kill('SIGTERM');
  expect(await child.ended).toBe(0);
  expect(child.err()).not.toContain('EPIPE');
});

test('a reader of its log that has gone does not stop it, nor keep it from ending', async () => {
  const child = await start();
  await logged(child, 'listening');
  child.process.stderr.destroy();
  child.process.kill('SIGTERM');
  expect(await child.ended).toBe(0);
});

test('a reader of its log that stops reading delays no request, and gets all lines when it continues', async () => {
  const child = await start();
  await logged(child, 'listening');
  child.process.stderr.pause();
  // Makes the log longer than a pipe's buffer. The path is short enough for a line to contain it in full.
  const path = '/no/such/path'.repeat(140);
  // Reads each response to its end, because an unread one occupies a connection, and the number of connections is limited.
  const ask = async (asked: string) => {
    const response = await fetch(child.baseUrl + asked);
    await response.arrayBuffer();
    return response.status;
  };
  for (let times = 0; times < 60; times++) expect(await ask(path)).toBe(404);
  expect(await ask('/the/last')).toBe(404);
  child.process.stderr.resume();
  await logged(child, '/the/last');
  expect(child.err().split(path).length - 1).toBe(60);
  child.process.stderr.pause();
  for (let times = 0; times < 60; times++) await ask(path);
  const exited = once(child.process, 'exit');
  child.process.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  child.process.stderr.resume();
});

test.skipIf(!existsSync('/dev/full'))('a log that cannot be written neither stops nor keeps it', async () => {
  const child = await start({}, ['sh', '-c', 'exec "$@" 2>/dev/full', 'sh']);
  for (let times = 0; times < 3; times++) expect((await fetch(`${child.baseUrl}/healthz`)).status).toBe(200);
  child.process.kill('SIGTERM');
  expect(await child.ended).toBe(0);
});
