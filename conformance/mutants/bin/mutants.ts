#!/usr/bin/env node
import { runMutantsCommand } from '../run-mutants-command.ts';

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    ending.abort();
    // What is known is on disk; whatever does not end by itself has this long.
    setTimeout(() => process.exit(1), 900).unref();
  });
process.exitCode = await runMutantsCommand(process.argv.slice(2), ending.signal);
