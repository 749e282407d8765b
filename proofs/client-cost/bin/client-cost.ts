#!/usr/bin/env node
import { runTool } from '../../tools/run-tool.ts';

const help = `Measures what a create costs by each caller, in one run: bytes that a page loads, CPU and wall time of this process, one at a
time and 32 at once.

  --rounds N   how often each point is measured; the medians are printed (25)
  --calls N    calls a point (600)

The server is a process of its own that responds at once. Figures are of one machine at one time; look at the ratios.
`;

const options = { rounds: { default: 25, most: 99 }, calls: { default: 600, most: 100_000 } };

await runTool(help, options, print);

async function print({ rounds, calls }: { rounds: number; calls: number }): Promise<void> {
  process.stdout.write(`bytes to create an invoice\n${''.padEnd(20)}${'minified'.padStart(10)}${'gzipped'.padStart(10)}\n`);
  // Imported only here, so that help and messages about wrong options need not wait for the bundler.
  const { measureCost } = await import('../measure-cost.ts');
  const { measureSizes } = await import('../measure-cost.ts');
  for (const [name, [minified, gzipped]] of Object.entries(await measureSizes()))
    process.stdout.write(`${name.padEnd(20)}${String(minified).padStart(10)}${String(gzipped).padStart(10)}\n`);
  for (const { concurrency, figures } of await measureCost(rounds, calls)) {
    process.stdout.write(
      `\n${concurrency} at once: microseconds a call, and against bare openapi-fetch in the same round (median of ${rounds}, with its 95 % interval)\n`,
    );
    process.stdout.write(
      `${''.padEnd(20)}${'CPU'.padStart(8)}${'wall'.padStart(8)}${'CPU ×'.padStart(10)}${'from to'.padStart(13)}${'wall ×'.padStart(10)}\n`,
    );
    for (const [name, { cpu, wall, cpuRatio, wallRatio, cpuInterval }] of Object.entries(figures)) {
      const interval = cpuInterval.map((ratio) => ratio.toFixed(2)).join(' ');
      process.stdout.write(
        `${name.padEnd(20)}${cpu.toFixed(0).padStart(8)}${wall.toFixed(0).padStart(8)}${cpuRatio.toFixed(2).padStart(10)}${interval.padStart(13)}${wallRatio.toFixed(2).padStart(10)}\n`,
      );
    }
  }
}
