import { compare } from './compare.ts';
import { durable } from './durable.ts';
import type { Measurement } from './measurement.ts';
import { memory } from './memory.ts';
import { rows } from './rows.ts';
import { start } from './start.ts';

/** Each measurement by its name for `--only`. */
export const measurements: Readonly<Record<string, Measurement>> = { compare, durable, rows, start, memory };
