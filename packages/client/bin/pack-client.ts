#!/usr/bin/env node
/** Writes the package that integrators install into a folder, `build/client-package` when none is named; `npm pack` there makes the tarball. */
import { resolve } from 'node:path';
import { packClient } from '../testing/pack-client.ts';

const folder = resolve(process.argv[2] ?? resolve(import.meta.dirname, '../../../build/client-package'));
await packClient(folder);
process.stdout.write(`The package is in ${folder}.\n`);
