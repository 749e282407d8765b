/**
 * Tests runs against a deployment that does everything it can to keep the suite busy. Ctrl-C must still end the run immediately
 * and leave a report.
 */
import { Agent, createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startFullServer } from '../../servers/full/start-full-server.ts';
import { relay } from '../../testing/relay.ts';
import { startConformance } from '../../testing/run-conformance.ts';
import { withSubject } from '../../testing/with-subject.ts';

const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`field${at}`, at])));
const bomb = gzipSync(Buffer.alloc(50_000_000, '['));

/** Ways in which the proxy responds when the server refuses a request. Each is meant to keep the suite busy. */
const ways: ((response: ServerResponse, status: number) => void)[] = [
  function writeEndlessly(response, status) {
    response.writeHead(status);
    const more = () => {
      while (!response.destroyed && response.write('{"a":['.repeat(10_000)));
    };
    response.on('drain', more);
    more();
  },
  function writeMuch(response, status) {
    response.writeHead(status).end('x'.repeat(8_000_000));
  },
  function writeHeaders(response, status) {
    response.socket?.end(`HTTP/1.1 ${status} A\r\n${'A: b\r\n'.repeat(20_000)}\r\n`);
  },
  function writeDeep(response, status) {
    response.writeHead(status, { 'content-type': 'application/problem+json' }).end(deep);
  },
  function writeWide(response, status) {
    response.writeHead(status, { 'content-type': 'application/problem+json' }).end(wide);
  },
  function writePacked(response, status) {
    response.writeHead(status, { 'content-encoding': 'gzip' }).end(bomb);
  },
];

/**
 * Starts a proxy in front of a correct server. It replaces the server's refusals with hostile responses, and sends callbacks
 * without end.
 */
async function startHostile() {
  const running = await startFullServer();
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const count = { responses: 0, calls: 0 };
  const callAgain = (url: string): void => {
    const headers = { 'webhook-id': `evt_${count.calls++}`, 'webhook-timestamp': '1', 'webhook-signature': 'v1,a '.repeat(1000) };
    request(url, { method: 'POST', agent, headers }, (response) => response.resume().on('end', () => callAgain(url)))
      .on('error', () => undefined)
      .end(count.calls % 2 ? deep : wide);
  };
  const front = createServer(async (message, response) => {
    response.on('error', () => undefined);
    const answer = await relay(running.baseUrl, message, response);
    if (!answer) return;
    const [, url] = /"callbackUrl":"(http:[^"]+)"/.exec(answer.body) ?? [];
    if (answer.ok && url !== undefined) callAgain(url);
    if (answer.ok) response.writeHead(answer.status, answer.headers).end(answer.text);
    else ways[count.responses++ % ways.length]?.(response, answer.status);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => front.once('listening', resolve));
  return {
    running,
    count,
    baseUrl: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    async close() {
      agent.destroy();
      front.closeAllConnections();
      front.close();
      await running.close();
    },
  };
}

test('a deployment that floods, packs and never ends is left at Ctrl-C, with a report', () =>
  withSubject(startHostile, async (hostile) => {
    const { token, otherToken = '' } = hostile.running;
    const subject = ['--base-url', hostile.baseUrl, '--token', token, '--other-token', otherToken];
    const { child, ended } = startConformance([...subject, '--profile', 'full', '--timeout', '2']);
    await expect.poll(() => Math.min(hostile.count.responses, hostile.count.calls / 10)).toBeGreaterThan(5 * ways.length);
    child.kill('SIGINT');
    const run = await ended;
    // The process has less than a second to end after Ctrl-C, and prints this text if it needs longer.
    expect(run.output).not.toContain('did not end in time');
    expect(run.report().ended).toBe('interrupted');
  }));
