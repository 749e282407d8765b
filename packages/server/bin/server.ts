#!/usr/bin/env node
import { launch } from '../src/commands/launch.ts';

/** The programs besides the server, by the argument that selects them. All share one command, so that npx can run them. */
const programs = new Map<string | undefined, () => Promise<unknown>>([
  ['admin', () => import('../src/commands/administer.ts')],
  ['callbacks', () => import('../src/commands/oversee-callbacks.ts')],
]);

const program = programs.get(process.argv[2]);
// Removes the program's name, so that the program's own arguments come first.
if (program) process.argv.splice(2, 1);
await launch(program ?? (() => import('../src/commands/serve.ts')));
