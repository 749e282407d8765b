import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../conformance/src/command/options/usage-error.ts';
import { listMutants } from './list-mutants.ts';
import { applyChange, type Mutant } from './mutant.ts';
import { findReached, keepReached } from './reached.ts';
import type { MutantOptions } from './read-options.ts';
import { countScore, readExplanations, renderList, renderMeasured, renderScore } from './render-score.ts';
import { type Controls, openOutcomes, runMutants } from './run-mutants.ts';
import type { Outcome } from './try-mutant.ts';

/** The folders that mutants come from: the reference server, and the packages that it is built on. */
const rooms = ['packages/server/src', 'packages/kit/src', 'packages/stubs/src'];

/** Folders and files whose behaviour an API client cannot observe, or on which the run itself depends. */
const leftOut = [
  // Alternative stores, runtimes, frameworks and verifiers. A run uses only one of each.
  ...['server/src/store/postgres/', 'server/src/store/move/', 'kit/src/receipts/http-verifier', 'kit/src/receipts/load-key-set'],
  ...['stubs/src/express', 'stubs/src/fastify', 'stubs/src/fetch', 'stubs/src/node-http'],
  // For developers only: new projects, a receiver of callbacks, and the errors for programs that use the stubs wrongly.
  ...['stubs/src/init/', 'stubs/src/callbacks', 'stubs/src/api/refuse-wrong-options', 'stubs/src/contract/refuse-unenforced'],
  // For operators: commands, accounts, settings, keys, the data directory, migrations, logs, metrics, health.
  ...['server/src/admin/', 'server/src/commands/', 'server/src/errors/', 'server/src/monitoring/'],
  ...['server/src/settings/', 'server/src/start/find-hazards', 'server/src/store/prepare-directory'],
  ...['server/src/start/refuse-mixed-data', 'server/src/start/share-descriptors'],
  ...['server/src/start/start-sandbox', 'server/src/callbacks/prepare-callback-key'],
  ...['server/src/callbacks/replace-key', 'server/src/store/back-up-database', 'server/src/store/check-place'],
  ...['server/src/store/find-outdated-tables', 'server/src/store/migrat', 'server/src/web/log-request'],
  ...['server/src/web/report-health', 'server/src/web/name-server'],
  // Pages for people, and the sandbox's own controls, with which the suite pays and moves the clock.
  ...['server/src/console/', 'server/src/store/sqlite-history', 'server/src/payment-page/', 'server/src/web/docs-page'],
  ...['server/src/web/show-docs', 'server/src/web/page-', 'server/src/pages/'],
  ...['server/src/rates/payer-guard', 'server/src/sandbox/'],
];

/** Lists the source files to mutate, relative to the repository. */
function listFiles(root: string): string[] {
  return globSync(
    rooms.map((room) => `${room}/**/*.ts`),
    { cwd: root },
  )
    .filter((file) => !/\.test(-d)?\.ts$|\/testing\//.test(file))
    .filter((file) => !leftOut.some((part) => file.startsWith(`packages/${part}`)))
    .toSorted();
}

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'build/mutants');

/**
 * Lists the mutants, runs the suite against a sample of them or against the named ones, and prints the score. Returns the exit
 * code.
 * @throws UsageError when a named mutant does not exist
 */
export async function measureMutants(options: MutantOptions): Promise<number> {
  const texts = new Map(listFiles(root).map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const all = [...texts].flatMap(([file, text]) => listMutants(file, text));
  const describe = (mutant: Mutant): string => showChange(mutant, texts.get(mutant.file) ?? '');
  if (options.list) {
    for (const mutant of all) print(`${mutant.id}  ${describe(mutant)}\n`);
    return 0;
  }
  const interrupt = interruptOnSignals();
  const sources = new Map([...texts].map(([file, text]) => [file, hash(text)]));
  const suite = hashSuite();
  const explanations = readExplanations(join(import.meta.dirname, 'unobservable.yaml'));
  const explained = new Set(explanations.flatMap(({ ids }) => ids));
  const outcomes = openOutcomes(join(folder, 'outcomes.jsonl'), suite, explained);
  if (options.fresh) outcomes.forget();
  const sourceOf = (file: string): string => sources.get(file) ?? '';
  const outcomeOf = (mutant: Mutant): Outcome | undefined => outcomes.find(mutant.id, sourceOf(mutant.file));
  const run = (mutants: readonly Mutant[], onOutcome: (mutant: Mutant, outcome: Outcome) => void): Promise<Controls> =>
    runMutants({ root, mutants, sourceOf, outcomes, interrupt, onOutcome, atOnce: options.atOnce, minutes: options.minutes });
  if (options.only.length > 0) return runOnly(options.only, all, run, describe);

  const everything = hash([...sources.values(), suite].join());
  const reached = await keepReached(join(folder, 'reached.json'), everything, () => {
    print('Running the suite once against the unchanged server, to see which code it reaches.\n');
    return findReached(root, all, interrupt);
  }).catch((error) => {
    if (!interrupt.aborted) throw error;
  });
  if (!reached) {
    print('Stopped before anything was known.\n');
    return 1;
  }
  const within = all.filter(({ id }) => reached.has(id));
  const sample = takeSample(within, options.sample, options.seed);
  const unknown = sample.filter((mutant) => outcomeOf(mutant) === undefined);
  print(
    `${all.length} mutants, ${reached.size} of them reached; a sample of ${sample.length}, ${sample.length - unknown.length} known.\n`,
  );
  let done = sample.length - unknown.length;
  const controls = await run(unknown, (mutant, outcome) => {
    done++;
    print(`${done}/${sample.length} ${mutant.id}: ${sayOutcome(outcome)}\n`);
  });
  const score = countScore(sample, outcomeOf, explained);
  const isCaught = (mutant: Mutant): boolean => (outcomeOf(mutant)?.verdict ?? 'survived') !== 'survived';
  const caught = new Set(all.filter(isCaught).map(({ id }) => id));
  const figures = { score, controls, all, reached, options, sample, explanations, caught, describe };
  print(renderScore(figures));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'list.md'), renderList(figures));
  print('Written: build/mutants/list.md\n');
  if (options.write) writeFileSync(join(import.meta.dirname, 'measured.md'), renderMeasured(figures));
  return score.survivors.length > 0 || score.tried < sample.length ? 1 : 0;
}

async function runOnly(
  ids: readonly string[],
  all: readonly Mutant[],
  run: (mutants: readonly Mutant[], onOutcome: (mutant: Mutant, outcome: Outcome) => void) => Promise<unknown>,
  describe: (mutant: Mutant) => string,
): Promise<number> {
  const wanted = ids.map((id) => {
    const found = all.find((mutant) => mutant.id === id);
    if (!found) throw new UsageError(`There is no mutant "${id}": --list shows them all.`);
    return found;
  });
  let survived = 0;
  await run(wanted, (mutant, outcome) => {
    if (outcome.verdict === 'survived') survived++;
    print(`${mutant.id} ${describe(mutant)}\n  ${sayOutcome(outcome)}\n${outcome.said ? `${outcome.said}\n` : ''}`);
  });
  return survived > 0 ? 1 : 0;
}

function sayOutcome({ verdict, failed, said }: Outcome): string {
  if (verdict === 'survived') return 'SURVIVED';
  if (verdict === 'dead') return 'caught: the server does not start';
  if (verdict === 'late') return 'caught: the run has no end';
  return failed.length > 0 ? `caught by ${failed.join(', ')}` : `caught: ${said?.split('\n').at(-1)}`;
}

/**
 * Hashes the suite and the contract. The outcome of a mutant depends on these too, so a stored outcome is valid only for the same
 * hash.
 */
function hashSuite(): string {
  const files = globSync(['conformance/{src,cases,adapters}/**/*.ts', 'openapi/openapi.yaml'], { cwd: root });
  const own = files.filter((file) => !file.endsWith('.test.ts')).toSorted();
  return hash(own.map((file) => readFileSync(join(root, file), 'utf8')).join('\0'));
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function print(text: string): void {
  process.stdout.write(text);
}

/**
 * Returns a signal that is aborted by Ctrl+C or SIGTERM. The process ends soon after that. Before this function is called, either
 * signal ends the process immediately.
 */
function interruptOnSignals(): AbortSignal {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      ending.abort();
      // All results so far are on disk. Processes that are still running have this long to end, in milliseconds.
      setTimeout(() => process.exit(1), 900).unref();
    });
  return ending.signal;
}

/** Takes a sample of the mutants. The same seed selects the same mutants, even after other mutants were added. */
export function takeSample(mutants: readonly Mutant[], size: number, seed: number): Mutant[] {
  const rank = ({ id }: Mutant): string => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  return mutants
    .map((mutant) => ({ mutant, rank: rank(mutant) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, size)
    .map(({ mutant }) => mutant);
}

/** Renders a mutant as a file, a line number and the lines of a diff. */
function showChange({ file, ...change }: Mutant, text: string): string {
  const line = text.slice(0, change.start).split('\n').length;
  const from = text.lastIndexOf('\n', change.start - 1) + 1;
  const to = endOfLine(text, change.end);
  const changed = applyChange(text, change);
  const after = changed.slice(from, to + changed.length - text.length);
  const mark = (sign: string, part: string): string[] => part.split('\n').map((one) => `    ${sign} ${one.trim()}`);
  return [`${file}:${line}`, ...mark('-', text.slice(from, to)), ...mark('+', after)].join('\n');
}

function endOfLine(text: string, position: number): number {
  const end = text.indexOf('\n', position);
  return end < 0 ? text.length : end;
}
