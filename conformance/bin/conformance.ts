#!/usr/bin/env node
import module from 'node:module';
import { join } from 'node:path';

// Caches compiled code for the next run, in a folder of this package, because others could replace the code in a shared folder.
// Node.js 20 caches nothing. Affects only what is imported after it, so it comes first.
module.enableCompileCache?.(join(import.meta.dirname, '../node_modules/.cache/compiled'));

// npx finds the command of a package on its own only if there is just one, so one command offers everything.
if (process.argv[2] === 'faulty-server') {
  process.argv.splice(2, 1);
  await import('./serve.ts');
} else {
  await import('./run-suite.ts');
}
