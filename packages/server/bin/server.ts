#!/usr/bin/env node
import { launch } from '../src/commands/launch.ts';

/** The programs beside the server itself, by their first word: npx finds the command of a package by itself only when there is one. */
const programs = new Map<string | undefined, () => Promise<unknown>>([
  ['admin', () => import('../src/commands/administer.ts')],
  ['callbacks', () => import('../src/commands/oversee-callbacks.ts')],
]);

const program = programs.get(process.argv[2]);
// A program reads the words after its name.
if (program) process.argv.splice(2, 1);
await launch(program ?? (() => import('../src/commands/serve.ts')));
