#!/usr/bin/env node
import { runTool } from '../../tools/run-tool.ts';
import type { FaultRun } from '../create-through-faults.ts';

const help = `Creates invoices through a proxy that resets, stalls, halves responses, sends 502 pages and 429 with dates,
and counts in the reference server's database: each create must have made exactly one invoice.

  --creates N      how many (10000)
  --concurrency N  how many at once (32)
  --faults PERCENT of all requests (20)
  --seed N         for the same faults again (1)
  --http           sends over Node's own http instead of its fetch

Exit 0 when each has exactly one, 1 when not, 2 for a wrong option.
`;

const options = {
  creates: { default: 10_000, most: 1_000_000 },
  concurrency: { default: 32, most: 1_000 },
  faults: { default: 20, least: 0, most: 90 },
  seed: { default: 1, most: 2 ** 32 },
};

await runTool(
  help,
  options,
  ({ faults, ...counts }, { http = false }) => run({ ...counts, faultRate: faults / 100, byHttp: http }),
  { http: 'flag' },
);

async function run(asked: FaultRun): Promise<void> {
  const { creates, concurrency, seed } = asked;
  process.stderr.write(`Creating ${creates} invoices through faults …\n`);
  // Imported only here, so that help and messages about wrong options need not wait for the complete server.
  const { createThroughFaults } = await import('../create-through-faults.ts');
  const { faults, seconds, ...counts } = await createThroughFaults({
    ...asked,
    onCreate(left) {
      if (left > 0 && left % 1_000 === 0) process.stderr.write(`${left} left\n`);
    },
  });
  const { requests, failed, doubled, missing, mistaken } = counts;
  process.stdout.write(
    `${creates} creates, ${concurrency} at once, seed ${seed}: ${requests} requests in ${seconds.toFixed(1)} s\n`,
  );
  for (const [fault, count] of [...faults].sort()) process.stdout.write(`  ${String(count).padStart(6)}  ${fault}\n`);
  const right = creates - doubled - missing;
  process.stdout.write(
    `${right} of ${creates} orders have exactly one invoice; ${doubled} have more, ${missing} have none; ${failed} creates failed, ${mistaken} were given another invoice.\n`,
  );
  if (doubled + missing + failed + mistaken > 0) process.exitCode = 1;
}
