import { flush } from './flush.ts';
import type { Measurement } from './measurement.ts';
import { memory } from './memory.ts';
import { peers } from './peers.ts';
import { postgres } from './postgres.ts';
import { rows } from './rows.ts';
import { start } from './start.ts';

/** Each measurement by its name on the command line; the first one runs by default. */
export const measurements: Readonly<Record<string, Measurement>> = { peers, flush, postgres, rows, memory, start };
