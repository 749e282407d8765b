#!/usr/bin/env node
import { parseArgs } from 'node:util';
import type { FaultRun } from '../testing/create-through-faults.ts';

const help = `Creates invoices through a proxy that resets, stalls, halves responses, sends 502 pages and 429 with dates,
and counts in the reference server's database: each create must have made exactly one invoice.

  --creates N      how many (10000)
  --concurrency N  how many at once (32)
  --faults PERCENT of all requests (20)
  --seed N         for the same faults again (1)
  --http           sends over Node's own http instead of its fetch

Exit 0 when each has exactly one, 1 when not, 2 for a wrong option.
`;

try {
  const { values } = parseArgs({
    options: {
      creates: { type: 'string', default: '10000' },
      concurrency: { type: 'string', default: '32' },
      faults: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
      http: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) process.stdout.write(help);
  else {
    const [creates, concurrency, percent, seed] = [
      readNumber('creates', values.creates, 1_000_000),
      readNumber('concurrency', values.concurrency, 1_000),
      readNumber('faults', values.faults, 90),
      readNumber('seed', values.seed, 2 ** 32),
    ];
    await run({ creates, concurrency, faultRate: percent / 100, seed, byHttp: values.http });
  }
} catch (error) {
  if (!(error instanceof RangeError) && !String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')) throw error;
  process.stderr.write(`${(error as Error).message}\n\n${help}`);
  process.exitCode = 2;
}

async function run(asked: FaultRun): Promise<void> {
  const { creates, concurrency, seed } = asked;
  // Late, because it brings the whole server: help and a wrong option respond at once.
  const { createThroughFaults } = await import('../testing/create-through-faults.ts');
  const { faults, seconds, ...counts } = await createThroughFaults(asked);
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

function readNumber(name: string, text: string, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= (name === 'faults' ? 0 : 1) && value <= most) return value;
  throw new RangeError(`--${name} must be a whole number up to ${most}; it is ${JSON.stringify(text)}.`);
}
