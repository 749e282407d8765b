#!/usr/bin/env node
import { printFindings, runTool, seed } from '../../tools/run-tool.ts';
import { crashCallbacks } from '../crash/crash-callbacks.ts';
import { tellKill } from '../crash/killed-server.ts';

const helpText = `Kills a server at random moments while it sends callbacks to a receiver that fails, stalls and drops connections.

Usage: npm run prove -- storm crash-callbacks [--deliveries 2000] [--kills 30] [--seed N] [--timeout 300]

Exit code 0: every event arrived, with the same bytes at each attempt, a valid signature, and no gap in the sequence of its
invoice. 1: otherwise. The same seed repeats the pattern of kills and failures. --timeout is in seconds.
`;

const options = {
  deliveries: { default: 2_000, most: 100_000 },
  kills: { default: 30, most: 1_000 },
  seed,
  timeout: { default: 300, most: 3_600 },
};

await runTool(helpText, options, async (counts) => {
  process.stdout.write(`seed ${counts.seed}\n`);
  const { events, attempts, kills, findings } = await crashCallbacks({
    ...counts,
    timeout: 1_000 * counts.timeout,
    onKill: tellKill,
  });
  printFindings(findings, `${events} events in ${attempts} attempts over ${kills} kills: ${findings.length} findings`);
});
