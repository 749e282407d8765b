/** Tests the command itself: in the smallest run that measures anything, and in a run that is interrupted. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

test('an interrupted run prints and stores what is known, and says that it is incomplete', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-bench-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const out = join(folder, 'bench.json');
  const program = join(import.meta.dirname, '../../bin/bench.ts');
  const child = spawn(process.execPath, [program, '--slices', '99', '--warm', '100', '--slice', '20', '--out', out], {
    detached: true,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  child.stdout.on('data', (text) => {
    printed += text;
  });
  await new Promise<void>((resolve) => {
    child.stderr.on('data', (text) => {
      if (String(text).includes('slice 2 of 99')) resolve();
    });
  });
  // Sends the signal twice, as `npm` would: the terminal signals the whole process group, and npm forwards the signal once more.
  process.kill(-(child.pid ?? 0), 'SIGINT');
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([130, null]);
  expect(printed).toMatch(/^fetch, 1 connection$/m);
  expect(printed).toMatch(/^fastify +[\d.]+ µs +[\d.]+ \([\d.]+–[\d.]+\) /m);
  const { isPartial, results } = JSON.parse(readFileSync(out, 'utf8'));
  expect(isPartial).toBe(true);
  expect(results.peers.tables).toHaveLength(4);
});
