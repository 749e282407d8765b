#!/usr/bin/env node
import module from 'node:module';
import { join } from 'node:path';

// Caches compiled code for the next run, in a folder of this package, because others could replace the code in a shared folder.
// Node.js 20 caches nothing. The call is here because it affects only what is imported after it.
module.enableCompileCache?.(join(import.meta.dirname, '../node_modules/.cache/compiled'));

// One command offers everything, because npx finds a package's command by itself only when there is just one.
if (process.argv[2] === 'faulty-server') {
  process.argv.splice(2, 1);
  await import('./serve.ts');
} else {
  await import('./run-suite.ts');
}
