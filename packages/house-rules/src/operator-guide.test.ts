/** Tests the operator's guide, the server's README: it lists all settings, and its commands run as written, in order. */
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readText, root } from './repository.ts';
import { startCommand } from './run-block.ts';

const guide = readText('packages/server/README.md');

test('names every setting of the server, and no other', () => {
  const program = [join(root, 'packages/server/bin/write-settings.ts'), '--check'];
  const { stdout } = spawnSync(process.execPath, program, { encoding: 'utf8' });
  expect(JSON.parse(stdout), 'The table is stale: run `npm run generate` and commit what it writes.').toEqual([]);
});

test('its commands run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-operator-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const port = await findFreePort();
  const { publicKey } = generateKeyPairSync('ed25519');
  const keys = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'bank-1' }] };
  writeFileSync(join(folder, 'receipt-keys.json'), JSON.stringify(keys));
  // Provides the command under its installed name. Without arguments, it starts the server, and ends once the server is ready.
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const program = `"${process.execPath}" "${join(root, 'packages/server/bin/server.ts')}" "$@"`;
  const awaited = `for i in $(seq 300); do curl -fs http://127.0.0.1:${port}/healthz && exit 0; sleep 0.1; done; exit 1`;
  const script = `#!/bin/sh\n[ $# = 0 ] || exec ${program}\n${program} >&2 & echo $! > "${folder}/pid"\n${awaited}\n`;
  writeFileSync(join(bin, 'payment-invoice-server'), script, { mode: 0o755 });
  const blocks = [...guide.matchAll(/^```bash\n([\s\S]*?)^```$/gm)].map(([, code]) => code);
  expect(blocks.length).toBeGreaterThan(3);
  const commands = `set -e\ntrap 'kill $(cat "${folder}/pid")' EXIT\nPATH="${bin}:$PATH"\n${blocks.join('\n')}`;
  const run = startCommand('sh', ['-c', commands.replaceAll(':8080', `:${port}`)], { PORT: String(port) }, 120_000, folder);
  onTestFinished(() => run.signal('SIGKILL'));
  const { exit, output } = await run.ended;
  expect(exit, output).toBe(0);
  expect(output).toContain('payment_invoice_outbox_events');
  expect(existsSync(join(folder, 'payments-copy.db'))).toBe(true);
}, 150_000);

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
