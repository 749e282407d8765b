import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onStopSignal } from '../../packages/server/src/commands/launch.ts';
import { UsageError } from '../../packages/server/src/errors/usage-error.ts';
import { parseOptions } from '../../packages/server/src/settings/parse-options.ts';
import { startThrowawayPostgres, type ThrowawayPostgres } from '../../packages/server/testing/postgres/throwaway-postgres.ts';
import { tieFolder } from '../../packages/server/testing/process/tie-process.ts';
import { type ControlName, controls } from './controls.ts';
import type { Finding } from './evidence.ts';
import { needProcess } from './plan/plan-faults.ts';
import { runStorm, type StormReport } from './run-storm.ts';

interface StormOptions {
  seeds: number;
  seed: number;
  servers: number;
  seconds: number;
  control: ControlName | undefined;
  /** The folder for all files; undefined for a temporary folder, which is kept only if there are findings. */
  out: string | undefined;
  help: boolean;
}

const cure = 'Run with --help for the options.';
const counts = { seeds: [1, 1_000, 1], seed: [1, 999_999_999, undefined], servers: [2, 3, 3], seconds: [2, 600, 20] } as const;
const options = {
  seeds: { type: 'string' },
  seed: { type: 'string' },
  servers: { type: 'string' },
  seconds: { type: 'string' },
  control: { type: 'string' },
  out: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/**
 * Reads the options of a command line.
 * @throws UsageError with a message for the user
 */
export function readStormOptions(args: readonly string[], isLocal: boolean): StormOptions {
  const { values } = parseOptions({ args: [...args], options }, cure);
  const read = (name: keyof typeof counts): number => {
    const text = values[name];
    const [least, most, standard] = counts[name];
    if (text === undefined) return standard ?? 1 + Math.floor(Math.random() * 999_999);
    if (typeof text === 'string' && /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
    throw new UsageError(`--${name} is ${JSON.stringify(text)}: it must be a whole number from ${least} to ${most}.`);
  };
  const control = values.control;
  if (control !== undefined && !isControl(control)) {
    throw new UsageError(`--control is ${JSON.stringify(control)}: there are ${Object.keys(controls).join(', ')}.`);
  }
  if (control === 'commit-without-disk' && !isLocal) {
    throw new UsageError(
      '--control commit-without-disk crashes PostgreSQL, and that of TEST_DATABASE_URL is not ours to crash. Unset it.',
    );
  }
  return {
    seeds: read('seeds'),
    seed: read('seed'),
    servers: read('servers'),
    seconds: read('seconds'),
    control,
    out: readOut(values.out),
    help: values.help === true,
  };
}

function isControl(text: unknown): text is ControlName {
  return typeof text === 'string' && Object.hasOwn(controls, text);
}

function readOut(text: unknown): string | undefined {
  if (text === undefined) return undefined;
  if (typeof text !== 'string' || text.trim() === '')
    throw new UsageError('--out is empty: name a folder, which need not be there.');
  const folder = resolve(text);
  if (existsSync(folder) && !statSync(folder).isDirectory()) throw new UsageError(`--out is ${folder}, which is no folder.`);
  return folder;
}

/** Number of lines of a proof to print; the history file contains them all. */
const mostLines = 8;
/** Maximum number of characters to print per line. */
const longest = 400;

/** Describes a finding for people: the sentence, the broken invariant, and the lines that prove it. */
export function describeFinding({ invariant, sentence, proof }: Finding): string {
  const lines = proof.slice(0, mostLines).map((line) => {
    const text = JSON.stringify(line);
    return `    ${text.length > longest ? `${text.slice(0, longest)}…` : text}`;
  });
  const more = proof.length > mostLines ? [`    … and ${proof.length - mostLines} more`] : [];
  return [`${sentence} Yet ${invariant}.`, ...lines, ...more].join('\n');
}

/** Number of findings to print for a storm. */
const mostFindings = 5;

const helpText = `Clients create, pay and fetch on several servers that share one PostgreSQL. Meanwhile, servers are killed and stopped, PostgreSQL
crashes and freezes, connections break, acknowledgements of commits are lost, and the machines' clocks differ by 5 seconds.
Afterwards, checks that the history and the database keep every promise of the contract.

Usage: npm run prove -- storm [--seeds 1] [--seed N] [--servers 3] [--seconds 20] [--control NAME] [--out DIR]

  --seeds N       the number of storms, with consecutive seeds (1)
  --seed K        the first seed (random); the same seed plans the same requests and faults
  --servers 2|3   the number of servers (3)
  --seconds S     the planned length of a storm, 2 to 600 (20); on a loaded machine, it takes up to three times as long
  --control NAME  adds a defect; exits with 0 if the checks find it:
${Object.entries(controls)
  .map(([name, { title }]) => `                    ${name}: ${title}`)
  .join('\n')}
  --out DIR       keeps the history (JSON lines), the faults, the database and the logs of each seed; otherwise only of one with findings

Environment:
  TEST_DATABASE_URL  a PostgreSQL of your own, by a user who may make databases. Faults that need its process are left out then:
                     ${needProcess.join(', ')}

Exits 0 when nothing was found, 1 when something was or the storm could not be held, 2 for a wrong option.
`;

/** Runs the command and sets the exit code. After an error, prints its message. */
export async function runStormCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  try {
    const ownUrl = env.TEST_DATABASE_URL?.trim() || undefined;
    const options = readStormOptions(args, ownUrl === undefined);
    if (options.help) process.stdout.write(helpText);
    else await runSeries(options, ownUrl);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

async function runSeries(options: StormOptions, ownUrl: string | undefined): Promise<void> {
  const out = options.out ?? mkdtempSync(join(tmpdir(), 'payment-invoice-storm-history-'));
  const control = options.control && controls[options.control];
  print(`Starting PostgreSQL${control ? `, with a defect: ${control.title}` : ''}.`);
  if (ownUrl !== undefined) print(`It is that of TEST_DATABASE_URL: left out are ${needProcess.join(', ')}.`);
  const tied = options.out === undefined ? tieFolder(out) : undefined;
  // Ends the process. The servers and PostgreSQL then end too, and the temporary folders are removed.
  onStopSignal(() => process.exit(130));
  const postgres = await startThrowawayPostgres(ownUrl, control?.settings ?? {});
  try {
    if (!(await runSeeds(options, postgres, out))) return;
    tied?.keep();
    print(`The histories are in ${out}.`);
  } finally {
    await postgres.close();
  }
}

/** Runs one storm after another. Returns true if the files must be kept: there are findings, or the user chose the folder. */
async function runSeeds(options: StormOptions, postgres: ThrowawayPostgres, out: string): Promise<boolean> {
  const { seeds, seed: first, servers, seconds } = options;
  const control = options.control && controls[options.control];
  let [faults, found] = [0, 0];
  const unchanged = new Set<string>();
  for (let number = 0; number < seeds; number++) {
    const seed = first + number;
    const folder = join(out, `seed-${seed}`);
    mkdirSync(folder, { recursive: true });
    const begun = performance.now();
    const report = (part: string) => print(`seed ${seed}: ${part}`);
    const storm = await runStorm({ seed, servers, seconds, control, postgres, out: folder, report });
    faults += storm.faults;
    found += storm.findings.length;
    for (const name of storm.unchanged) unchanged.add(name);
    printStorm(seed, storm, Math.round((performance.now() - begun) / 1_000));
    if (storm.findings.length === 0 && options.out === undefined) rmSync(folder, { recursive: true, force: true });
    if (control && found > 0) break;
  }
  print(`${faults} faults in all, ${found} findings.`);
  if (control) {
    print(found > 0 ? 'The defect was found.' : 'The defect was not found.');
    if (found === 0 && unchanged.size > 0)
      print(`No server has used what it changes: the statement ${[...unchanged].join(', ')}. Run more seeds.`);
  }
  if (found > 0 !== (control !== undefined)) process.exitCode = 1;
  return found > 0 || options.out !== undefined;
}

function printStorm(seed: number, { findings, faults, invoices, calls, deliveries }: StormReport, seconds: number): void {
  for (const finding of findings.slice(0, mostFindings)) print(describeFinding(finding));
  if (findings.length > mostFindings) print(`… and ${findings.length - mostFindings} more.`);
  print(
    `seed ${seed}: ${invoices} invoices, ${calls} requests, ${deliveries} callbacks, ${faults} faults, ${seconds} s: ${findings.length} findings`,
  );
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
