import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Started, startCommand } from '../../conformance/src/command/deployment/start-command.ts';
import type { Mutant } from './mutant.ts';

/** Milliseconds for a start, even on a busy machine. */
const startAtMost = 30_000;

/** Starts the reference server as a separate sandbox, with a change if one is given. @throws Error if it does not start */
export async function startReferenceServer(
  { root, mutant, environment = {} }: { root: string; mutant: Mutant | undefined; environment?: Record<string, string> },
  interrupt: AbortSignal,
): Promise<Started> {
  const data = mkdtempSync(join(tmpdir(), 'payment-invoice-mutant-'));
  const told = { ...environment, PORT: '0', DATA_DIR: data, ...(mutant && { MUTANT: describeFor(root, mutant) }) };
  const hook = mutant ? ['--import', join(import.meta.dirname, 'mutate-on-load.ts')] : [];
  const words = [process.execPath, ...hook, join(root, 'packages/server/bin/server.ts'), '--json'];
  const assignments = Object.entries(told).map(([name, value]) => `${name}=${quote(value)}`);
  const clear = (): void => rmSync(data, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  try {
    const started = await startCommand(`${assignments.join(' ')} exec ${words.map(quote).join(' ')}`, startAtMost, interrupt);
    return { ...started, stop: (inHaste) => started.stop(inHaste).finally(clear) };
  } catch (error) {
    clear();
    throw error;
  }
}

function describeFor(root: string, { file, start, end, replacement }: Mutant): string {
  return JSON.stringify({ url: pathToFileURL(join(root, file)).href, start, end, replacement });
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
