#!/usr/bin/env node
/** Counts how many statements each field of an adapter makes testable, and writes the table into ADAPTERS.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderGains, withGains } from '../measure-gains.ts';

const file = join(import.meta.dirname, '../../ADAPTERS.md');
writeFileSync(file, withGains(readFileSync(file, 'utf8'), await renderGains()));
process.stdout.write('Written: conformance/ADAPTERS.md\n');
process.exit(0);
