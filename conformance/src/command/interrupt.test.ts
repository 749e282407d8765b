/** Tests Ctrl-C at any moment: the prompt returns within a second, and nothing that was started keeps running. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startCoreServer } from '../../servers/core/start-core-server.ts';
import { relay } from '../../testing/relay.ts';
import { against, startConformance } from '../../testing/run-conformance.ts';
import { withSubject } from '../../testing/with-subject.ts';

const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-interrupt-'));
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * A server that accepts connections but never responds. An unused address cannot replace it, because in some networks a gateway
 * responds for such an address.
 */
const mute = createTcpServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
await new Promise((resolve) => mute.once('listening', resolve));
mute.unref();
const silent = `http://127.0.0.1:${(mute.address() as AddressInfo).port}`;

function adapter(name: string, lines: string): string {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, lines);
  return file;
}

/**
 * Milliseconds within which the command must print a message and exit. Usually it does so immediately. If it wrongly waited for
 * something, it would need at least five seconds.
 */
const soon = 4500;
const hangs = `console.error('HANGS'); setInterval(() => {}, 1000); await new Promise(() => {});`;

test.each([
  ['an adapter is being loaded', ['--adapter', adapter('loading', hangs)], 'HANGS', 'while the adapter was loading', false],
  [
    'an adapter is asked to pay',
    ['--adapter', adapter('paying', `export async function pay() { ${hangs} }`)],
    'HANGS',
    'The run was ended before all cases had run.',
    true,
  ],
  [
    'nothing responds',
    [
      '--start',
      `'${process.execPath}' -e "console.log(JSON.stringify({baseUrl:'${silent}',token:'any'})); setInterval(() => {}, 1000)"`,
    ],
    'Plan:',
    'The run was ended before anything was checked',
    false,
  ],
  [
    'a server runs that ends for nobody',
    ['--start', `trap '' TERM INT; echo '{"baseUrl":"${silent}","token":"any"}'; sleep 30`],
    'Plan:',
    'The run was ended before anything was checked',
    false,
  ],
])(
  'while %s',
  (_when, options, sign, said, reported) =>
    withSubject(startCoreServer, async (running) => {
      const subject = options.includes('--start') ? [] : against(running);
      const { child, printed, ended } = startConformance([...subject, ...options]);
      await expect.poll(printed, { timeout: 30_000 }).toContain(sign);
      const since = performance.now();
      child.kill('SIGINT');
      const run = await ended;
      expect(performance.now() - since).toBeLessThan(soon);
      expect(run.output).toContain(said);
      expect(run.output).not.toContain('Use --pay');
      expect(run.exit).toBe(2);
      if (reported) expect(run.report().ended).toBe('interrupted');
    }),
  60_000,
);

/** JSON strings of 200 KB that repeat one character. Many programs take a very long time to process such strings. */
const slow = ['\n', ' ', '0', '\\', '"', ',', '[', '%', '&', '\u202e'].map((piece) => JSON.stringify(piece.repeat(200_000)));

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s while bodies are judged that take long to read leaves a report',
  async (signal) => {
    const running = await startCoreServer({});
    let sent = 0;
    const front = createServer(async (message, response) => {
      const answer = await relay(running.baseUrl, message, response);
      response.writeHead(answer?.status ?? 502, { 'content-type': 'application/json' });
      response.end(answer?.ok ? answer.text : slow[sent++ % slow.length]);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => front.once('listening', resolve));
    try {
      const baseUrl = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
      const { child, ended } = startConformance([
        '--base-url',
        baseUrl,
        '--token',
        running.token,
        '--other-token',
        'another-token',
      ]);
      // Waits until the proxy has sent each slow string at least once. The suite is then still processing some of them.
      await expect.poll(() => sent, { timeout: 60_000 }).toBeGreaterThan(slow.length);
      child.kill(signal);
      const run = await ended;
      expect(run.report().ended).toBe('interrupted');
      expect(run.output).not.toContain('did not end in time');
      // A failure found before the interruption still decides the exit code.
      expect(run.exit).toBe(run.report().verdict === 'not conformant' ? 1 : 2);
      // Without the interruption, the proxy would have sent hundreds more of these strings.
      expect(sent).toBeLessThan(200);
    } finally {
      front.closeAllConnections();
      front.close();
      await running.close();
    }
  },
  120_000,
);

test('a server that was begun before a mistake was found is ended', async () => {
  const file = join(folder, 'pid');
  const { exit, output } = await startConformance(['--start', `echo $$ > '${file}'; sleep 30`, '--case', 'no-such-case']).ended;
  expect([exit, output]).toEqual([2, expect.stringContaining('No case has the id "no-such-case"')]);
  expect(() => process.kill(Number(readFileSync(file, 'utf8')), 0)).toThrow('ESRCH');
});
