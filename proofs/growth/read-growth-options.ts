import { UsageError } from '../../packages/server/src/errors/usage-error.ts';
import { parseOptions } from '../../packages/server/src/settings/parse-options.ts';

/** The options of `npm run prove -- growth`. */
export interface GrowthOptions {
  /** Loads, in creates a second. */
  creates: readonly number[];
  days: number;
  cores: number;
  memory: number;
  disk: number;
  reads: number;
  /** The number of invoices to measure with. */
  invoices: number;
  /** A file of an earlier measurement, to read instead. */
  measured: string | undefined;
  /** A file to keep the measurement in. */
  save: string | undefined;
  help: boolean;
}

const cure = 'Run with --help for what there is.';
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

/** Reads a command line. @throws UsageError in a sentence */
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
