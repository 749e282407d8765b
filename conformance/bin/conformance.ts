#!/usr/bin/env node
// One command for all of it: npx finds the command of a package by itself only when there is one.
if (process.argv[2] === 'faulty-server') {
  process.argv.splice(2, 1);
  await import('./serve.ts');
} else {
  await import('./run-suite.ts');
}
