#!/usr/bin/env node
import module from 'node:module';
import { join } from 'node:path';

// Keeps compiled code for the next run, in our own folder: in a shared one, others could replace it. Node.js 20 keeps nothing.
// Here, because it takes effect on what is imported after it.
module.enableCompileCache?.(join(import.meta.dirname, '../node_modules/.cache/compiled'));

// One command for all of it: npx finds the command of a package by itself only when there is one.
if (process.argv[2] === 'faulty-server') {
  process.argv.splice(2, 1);
  await import('./serve.ts');
} else {
  await import('./run-suite.ts');
}
