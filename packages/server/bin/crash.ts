#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { UsageError } from '../src/commands/usage-error.ts';
import { crashPayments } from '../src/testing/crash/crash-payments.ts';
import { readCount } from '../src/testing/process/read-count.ts';

const helpText = `Kills a server of its own with SIGKILL at random moments while clients create, submit and fetch, and starts it again each time.

Usage: npm run crash -- [--kills 50] [--clients 32] [--seed N]

Exits 0 when all that was answered is there, no receipt counts twice, every change has its event in the outbox, and SQLite finds the
file whole; 1 when not. The same seed kills after the same spans. Takes about a second and a half for each kill. A killed process
loses no write that the system already has; what a power cut does is up to the disk, which is asked to sync at each commit.
`;

try {
  const options = readOptions();
  if (options.help) process.stdout.write(helpText);
  else {
    process.stdout.write(`seed ${options.seed}\n`);
    const { invoices, changes, kills, findings } = await crashPayments(options);
    for (const finding of findings.slice(0, 20)) process.stdout.write(`${finding}\n`);
    process.stdout.write(`${invoices} invoices, ${changes} changes, ${kills} kills: ${findings.length} findings\n`);
    if (findings.length > 0) process.exitCode = 1;
  }
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

function readOptions() {
  const option = { type: 'string' } as const;
  try {
    const { values } = parseArgs({
      options: { kills: option, clients: option, seed: option, help: { type: 'boolean', short: 'h' } },
    });
    return {
      help: values.help === true,
      kills: readCount('--kills', values.kills ?? '50', 1_000),
      clients: readCount('--clients', values.clients ?? '32', 256),
      seed: readCount('--seed', values.seed ?? String(1 + Math.floor(Math.random() * 999_999)), 999_999_999),
    };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`${(error as Error).message.split('. ')[0]}. Run with --help.`);
  }
}
