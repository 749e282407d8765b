#!/usr/bin/env node
import module from 'node:module';
import { join } from 'node:path';

// Caches compiled code for the next run, in a folder of this package, because in a shared folder somebody else could replace the
// code. Node.js 20 has no such cache. The call affects only modules that are imported after it, so it comes first.
module.enableCompileCache?.(join(import.meta.dirname, '../node_modules/.cache/compiled'));

// A reader of the output may stop early, as `| head` does. This changes neither the results nor the exit code.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

// `npx` runs a package by the package's name only if the package has a single command, so this command also starts the faulty
// server.
if (process.argv[2] === 'faulty-server') {
  process.argv.splice(2, 1);
  await import('./serve.ts');
} else {
  await import('./run-suite.ts');
}
