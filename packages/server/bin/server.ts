#!/usr/bin/env node
import { launch } from '../src/commands/launch.ts';

/**
 * The programs besides the server itself, by the first argument. They share the server's command, because npx finds a package's
 * command by itself only if the package has just one.
 */
const programs = new Map<string | undefined, () => Promise<unknown>>([
  ['admin', () => import('../src/commands/administer.ts')],
  ['callbacks', () => import('../src/commands/oversee-callbacks.ts')],
]);

const program = programs.get(process.argv[2]);
// Removes the program's name, because the program reads its arguments from that position on.
if (program) process.argv.splice(2, 1);
await launch(program ?? (() => import('../src/commands/serve.ts')));
