#!/usr/bin/env node
/** Writes the version of package.json into src/version.ts; `npm run version` runs it after it has raised the version. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const room = join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(room, 'package.json'), 'utf8')) as { version: string };
const file = join(room, 'src/version.ts');
writeFileSync(file, readFileSync(file, 'utf8').replace(/'[^']*'/, `'${version}'`));
