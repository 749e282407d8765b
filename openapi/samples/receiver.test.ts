/** Tests that both sample receivers accept signed callbacks, whichever library signed them, and refuse all others. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const folder = join(import.meta.dirname, 'receive-invoice-event');
const invoice = {
  id: 'inv_01',
  paymentUrl: 'https://pay.example/pay/inv_01',
  cashTag: '$coffeeshop',
  note: 'Grüße',
  amount: 12.5,
  isWhiteLabel: false,
  receiptId: 'rcp_01',
  paidAmount: 12.5,
  status: 'PAID',
  returnUrl: null,
  expiresAt: '2026-11-21T10:30:00.000Z',
  createdAt: '2026-11-21T10:00:00.000Z',
};
/** A folder for copies of the samples. It is inside the client's folder, so that Node.js can import the client by its name. */
const code = resolve(import.meta.dirname, `../../packages/client/.receiver-${process.pid}`);
const receivers = [
  { file: 'receiver.ts', command: process.execPath },
  { file: 'receiver.py', command: 'python3' },
].map((receiver) => ({ ...receiver, missing: spawnSync(receiver.command, ['--version']).status !== 0 }));

beforeAll(() => {
  mkdirSync(code);
  for (const { file } of receivers) copyFileSync(join(folder, file), join(code, file));
});
afterAll(() => rmSync(code, { recursive: true, force: true }));

describe.each(receivers)('$file', ({ file, command, missing }) => {
  const reason = missing ? ` (skipped: there is no ${command} on this machine)` : '';

  test.skipIf(missing)(`takes what is signed, once, and refuses the rest${reason}`, async () => {
    const { port, output } = await start(command, file);
    const event = (sequence: number) =>
      JSON.stringify({ type: 'invoice.paid', timestamp: '2026-11-21T10:04:07.512Z', sequence, data: invoice });
    const sent = [
      await send(port, event(1), sign(event(1))),
      await send(port, event(1), sign(event(1))),
      await send(port, event(2), { ...sign(event(2)), 'webhook-signature': `v1,AAAA ${sign(event(2))['webhook-signature']}` }),
      await send(port, event(3), sign(event(2))),
      await send(port, event(3), sign(event(3), new Date(Date.now() - 600_000))),
      await send(port, event(3), {}),
    ];
    expect(sent).toEqual([204, 204, 204, 400, 400, 400]);
    expect(output().match(/invoice\.paid: inv_01 is PAID/g)).toHaveLength(2);
  });

  test.skipIf(missing)(`does the work again that failed${reason}`, async () => {
    // Makes the receiver's work fail the first time: before the line that prints, adds a line that throws.
    const failing = file.endsWith('.ts')
      ? "if (!('failed' in globalThis)) throw Object.assign(globalThis, { failed: true });"
      : 'if not globals().setdefault("failed", False): globals()["failed"] = True; raise ValueError';
    const text = readFileSync(join(folder, file), 'utf8').replace(/^( *)(?=(console\.log|print)\(.*status)/m, `$1${failing}\n$1`);
    writeFileSync(join(code, `failing-${file}`), text);
    const { port, output } = await start(command, `failing-${file}`);
    const event = JSON.stringify({ type: 'invoice.paid', timestamp: '2026-11-21T10:04:07.512Z', sequence: 1, data: invoice });
    const statuses: (number | undefined)[] = [];
    for (let at = 0; at < 3; at++) statuses.push(await send(port, event, sign(event)).catch(() => undefined));
    expect(statuses).toEqual([file.endsWith('.ts') ? 500 : undefined, 204, 204]);
    expect(output().match(/invoice\.paid: inv_01 is PAID/g)).toHaveLength(1);
  });
});

function sign(body: string, at = new Date()): Record<string, string> {
  const signature = new Webhook(secret).sign('evt_1', at, body);
  return { 'webhook-id': 'evt_1', 'webhook-timestamp': String(Math.floor(at.getTime() / 1000)), 'webhook-signature': signature };
}

async function send(port: number, body: string, headers: Record<string, string>): Promise<number> {
  return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status;
}

async function start(command: string, file: string): Promise<{ port: number; output: () => string }> {
  const child: ChildProcess = spawn(command, [join(code, file)], {
    env: { ...process.env, CALLBACK_SECRET: secret, PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (more: string) => (text += more));
  while (!/"port": ?\d+/.test(text)) await once(child.stdout as NodeJS.ReadableStream, 'data');
  return { port: Number(/"port": ?(\d+)/.exec(text)?.[1]), output: () => text };
}
