#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { UsageError } from '../src/commands/usage-error.ts';
import { crashCallbacks } from '../src/testing/crash/crash-callbacks.ts';
import { readCount } from '../src/testing/process/read-count.ts';

const helpText = `Kills a server at random moments while it calls back a receiver that fails, stalls and drops connections.

Usage: node packages/server/bin/crash-callbacks.ts [--deliveries 2000] [--kills 30] [--seed N] [--timeout 300]

Exits 0 when every event arrived with the same bytes at each attempt, a valid signature, and no gap in the sequence of its
invoice; 1 when not. The same seed kills and fails in the same pattern. --timeout is in seconds.
`;

try {
  const options = readOptions();
  if (options.help) process.stdout.write(helpText);
  else {
    process.stdout.write(`seed ${options.seed}\n`);
    const { events, attempts, kills, findings } = await crashCallbacks(options);
    for (const finding of findings.slice(0, 20)) process.stdout.write(`${finding}\n`);
    process.stdout.write(`${events} events in ${attempts} attempts over ${kills} kills: ${findings.length} findings\n`);
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
      options: { deliveries: option, kills: option, seed: option, timeout: option, help: { type: 'boolean' } },
    });
    return {
      help: values.help === true,
      deliveries: readCount('--deliveries', values.deliveries ?? '2000', 100_000),
      kills: readCount('--kills', values.kills ?? '30', 1_000),
      seed: readCount('--seed', values.seed ?? String(1 + Math.floor(Math.random() * 999_999)), 999_999_999),
      timeout: 1_000 * readCount('--timeout', values.timeout ?? '300', 3_600),
    };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`${(error as Error).message.split('. ')[0]}. Run with --help.`);
  }
}
