import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Mutant } from './mutant.ts';
import { runSuiteAgainst, startReferenceServer } from './try-mutant.ts';

/**
 * Returns the ids in the file if they were stored with the same `texts`. Otherwise calls `find` and stores its result.
 * `texts` is a hash of everything that affects the result.
 */
export async function keepReached(file: string, texts: string, find: () => Promise<Set<string>>): Promise<Set<string>> {
  const kept = read(file);
  if (kept?.texts === texts) return new Set(kept.ids);
  const found = await find();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ texts, ids: [...found] }));
  return found;
}

function read(file: string): { texts: string; ids: string[] } | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // There is no file yet, or it is incomplete.
    return undefined;
  }
}

/** A range of a script and how often it ran, as V8 reports it. */
interface Range {
  startOffset: number;
  endOffset: number;
  count: number;
}

/**
 * The functions of one script in one thread. The first range of each function covers the whole function. The other ranges are
 * parts of the function that ran a different number of times.
 */
interface Script {
  url: string;
  functions: { ranges: Range[] }[];
}

/**
 * Runs the suite once against the unchanged server and returns the ids of the mutants whose code ran.
 * @throws Error with a sentence when the unchanged server is not conformant
 */
export async function findReached(root: string, mutants: readonly Mutant[], interrupt: AbortSignal): Promise<Set<string>> {
  const folder = mkdtempSync(join(tmpdir(), 'payment-invoice-coverage-'));
  try {
    // Turns the compile cache off, because V8 counts inexactly in cached code.
    const environment = { NODE_V8_COVERAGE: folder, NODE_DISABLE_COMPILE_CACHE: '1' };
    const server = await startReferenceServer({ root, mutant: undefined, environment }, interrupt);
    const running = runSuiteAgainst(server, { bail: false, picks: () => true, interrupt });
    const { passed, failed, reasons } = await running.finally(() => server.stop());
    if (!passed && !interrupt.aborted)
      throw new Error(`The unchanged server is not conformant, so nothing can be told: ${[...failed, ...reasons].join(', ')}`);
    const scripts = readdirSync(folder)
      .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as { result: Script[] })
      .flatMap(({ result }) => result);
    return new Set(mutants.filter((mutant) => isReached(root, mutant, scripts)).map(({ id }) => id));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns whether any thread ran the code at a mutant's place. Node.js strips types without moving any offset. */
export function isReached(root: string, { file, start }: Pick<Mutant, 'file' | 'start'>, scripts: readonly Script[]): boolean {
  const { href } = pathToFileURL(join(root, file));
  return scripts.some(({ url, functions }) => url === href && countAt(functions, start) > 0);
}

/** Returns how often the code at an offset ran: the count of the smallest range around it. */
function countAt(functions: Script['functions'], place: number): number {
  const around = functions
    .flatMap(({ ranges }) => ranges)
    .filter(({ startOffset, endOffset }) => startOffset <= place && place < endOffset);
  return around.toSorted((one, other) => one.endOffset - one.startOffset - (other.endOffset - other.startOffset))[0]?.count ?? 0;
}
