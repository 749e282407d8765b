import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onStopSignal } from '../../packages/server/src/commands/on-stop-signal.ts';
import { UsageError } from '../../packages/server/src/errors/usage-error.ts';
import { startThrowawayPostgres, type ThrowawayPostgres } from '../../packages/server/testing/postgres/throwaway-postgres.ts';
import { tieFolder } from '../../packages/server/testing/process/tie-folder.ts';
import { controls } from './controls.ts';
import { describeFinding } from './describe-finding.ts';
import { needProcess } from './plan/plan-faults.ts';
import { readStormOptions, type StormOptions } from './read-storm-options.ts';
import { runStorm, type StormReport } from './run-storm.ts';

/** Findings of a storm that are printed. */
const mostFindings = 5;

const helpText = `Clients create, pay and fetch on several servers of one PostgreSQL, while servers are killed and stopped, PostgreSQL is crashed and frozen,
connections break and answers to commits are lost, and the machines' clocks are 5 seconds apart. Afterwards the history and the database
are compared with what must hold.

Usage: npm run prove -- storm [--seeds 1] [--seed N] [--servers 3] [--seconds 20] [--control NAME] [--out DIR]

  --seeds N       so many storms, with one seed after the other
  --seed K        the first seed (another one each time); the same seed plans the same requests and the same faults
  --servers 2|3   servers on the database (3)
  --seconds S     the length of the plan of a storm, 2 to 600 (20): on a loaded machine its faults take up to three times as long
  --control NAME  puts in a defect, and exits 0 when it is found:
${Object.entries(controls)
  .map(([name, { title }]) => `                    ${name}: ${title}`)
  .join('\n')}
  --out DIR       keeps the history (JSON lines), the faults, the database and the logs of each seed; otherwise only of one with findings

Environment:
  TEST_DATABASE_URL  a PostgreSQL of your own, by a user who may make databases. Faults that need its process are left out then:
                     ${needProcess.join(', ')}

Exits 0 when nothing was found, 1 when something was or the storm could not be held, 2 for a wrong option.
`;

/** Runs the command. Sets the exit code, and says in a sentence what was wrong. */
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
  // The servers, PostgreSQL and the folders end with this process.
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

/** Runs the storms of a series; returns true when something of them is worth keeping. */
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
