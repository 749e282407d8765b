import { readFileSync, writeFileSync } from 'node:fs';
import { UsageError } from '../../packages/server/src/errors/usage-error.ts';
import { parseOptions } from '../../packages/server/src/settings/parse-options.ts';
import { prepareDatabase } from '../../packages/server/src/store/postgres/prepare-database.ts';
import { startThrowawayPostgres } from '../../packages/server/testing/postgres/throwaway-postgres.ts';
import { type GrowthMeasure, measureGrowth } from './measure-growth.ts';
import { describeGrowth, describeMeasure } from './print-growth.ts';

interface GrowthOptions {
  /** The loads to project, in creates per second. */
  creates: readonly number[];
  days: number;
  cores: number;
  memory: number;
  disk: number;
  reads: number;
  /** The number of invoices to measure with. */
  invoices: number;
  /** The file of an earlier measurement to use. If undefined, the command measures anew. */
  measured: string | undefined;
  /** A file to save the measurement to. */
  save: string | undefined;
  help: boolean;
}

const cure = 'Run with --help for the options.';
const standard = { days: 365, cores: 16, memory: 64, disk: 4_000, reads: 10_000, invoices: 10_000 } as const;
const loads = [100, 1_000, 10_000] as const;
const text = { type: 'string' } as const;
const options = {
  creates: { type: 'string', multiple: true },
  days: text,
  cores: text,
  memory: text,
  disk: text,
  reads: text,
  invoices: text,
  measured: text,
  save: text,
  help: { type: 'boolean', short: 'h' },
} as const;

/**
 * Reads the options of a command line.
 * @throws UsageError with a message for the user
 */
export function readGrowthOptions(args: readonly string[]): GrowthOptions {
  const { values } = parseOptions({ args: [...args], options }, cure);
  const count = (name: keyof typeof standard) => (values[name] === undefined ? standard[name] : readCount(name, values[name]));
  if (values.measured !== undefined && (values.save ?? values.invoices) !== undefined)
    throw new UsageError('--measured reads a measurement: leave out --invoices and --save, or --measured.');
  return {
    creates: values.creates?.map((one) => readCount('creates', one)) ?? loads,
    days: count('days'),
    cores: count('cores'),
    memory: count('memory') * 1e9,
    disk: count('disk') * 1e9,
    reads: count('reads'),
    invoices: count('invoices'),
    measured: values.measured,
    save: values.save,
    help: values.help === true,
  };
}

function readCount(name: string, value: string): number {
  if (/^[1-9]\d{0,6}$/.test(value)) return Number(value);
  throw new UsageError(`--${name} is ${JSON.stringify(value)}: it must be a whole number from 1 to 9999999.`);
}

const helpText = `Computes how a PostgreSQL database grows under a constant load, and what fails first. Measures an invoice that is created with a
key, paid with one receipt and reported by one callback: its rows, index entries, log and work. Computes everything else from
that and from the assumptions in proofs/growth/assumptions.ts.

Usage: npm run prove -- growth [--creates N]… [--days 365] [--cores 16] [--memory 64] [--disk 4000] [--reads 10000]
                         [--invoices 10000] [--save FILE] [--measured FILE]

  --creates N      the load, in invoices per second; may be repeated (100, 1000 and 10000)
  --days N         the duration of the load (365)
  --cores N        the cores of PostgreSQL's machine
  --memory N       its memory, in GB
  --disk N         its disk, in GB
  --reads N        the random reads per second of its disk
  --invoices N     the number of invoices to measure (10000); each takes about a millisecond on two cores
  --save FILE      writes the measurements to this file, as JSON
  --measured FILE  reads the measurements from this file instead of measuring

Environment:
  TEST_DATABASE_URL  the PostgreSQL to measure: idle, with full_page_writes = off, and with a user who may create databases
`;

/** Runs the command and sets the exit code. After an error, prints its message. */
export async function runGrowthCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  try {
    const options = readGrowthOptions(args);
    if (options.help) process.stdout.write(helpText);
    else await run(options, env.TEST_DATABASE_URL?.trim() || undefined);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

async function run(options: GrowthOptions, ownUrl: string | undefined): Promise<void> {
  const { creates, measured, save, invoices, ...machine } = options;
  const measure = measured === undefined ? await measureOnce(ownUrl, invoices) : readMeasure(measured);
  if (save !== undefined) writeFileSync(save, `${JSON.stringify(measure, null, 2)}\n`);
  const scenarios = creates.map((rate) => ({ ...machine, creates: rate, isRetained: true }));
  process.stdout.write(`${describeMeasure(measure)}\n${describeGrowth(measure, scenarios)}`);
}

async function measureOnce(ownUrl: string | undefined, invoices: number): Promise<GrowthMeasure> {
  process.stderr.write('Starting PostgreSQL …\n');
  const postgres = await startThrowawayPostgres(ownUrl, {});
  try {
    const database = await postgres.makeDatabase();
    try {
      await prepareDatabase(database.url);
      process.stderr.write(`Measuring ${invoices} invoices …\n`);
      return await measureGrowth(database.url, invoices);
    } finally {
      await database.drop();
    }
  } finally {
    await postgres.close();
  }
}

function readMeasure(file: string): GrowthMeasure {
  try {
    const measure: GrowthMeasure = JSON.parse(readFileSync(file, 'utf8'));
    if (Array.isArray(measure.tables) && typeof measure.batched === 'object') return measure;
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}. Make one with --save.`);
  }
  throw new UsageError(`${file} holds no measurement. Make one with --save.`);
}
