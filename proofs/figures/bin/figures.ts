#!/usr/bin/env node
/**
 * Prints, as one table, how long people wait for the suite and for the server. Exit 2 when the command was called
 * wrongly.
 */
import { cpus, loadavg } from 'node:os';
import { UsageError } from '../../../packages/server/src/errors/usage-error.ts';
import { runTool } from '../../tools/run-tool.ts';
import { figures, packSuite } from '../measure-figures.ts';

const names = figures.map(({ name }) => name);

const helpText = `Measures how long users wait for the suite and the server. Prints wall time, CPU time and memory, each the median of several runs, and the least wall time.

Usage: npm run prove -- figures [--runs N] [--only NAME]…

  --runs N     the number of measurements of each (3)
  --only NAME  measures only this: ${names.join(', ')}

Packs the suite first, and runs it as a team would install it. CPU time and memory do not include a server that the command starts.
`;

/** Returns the median. For an even number of values, this is the lower of the two middle ones. */
const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[(values.length - 1) >> 1] ?? 0;

await runTool(
  helpText,
  { runs: { default: 3, most: 100 } },
  async ({ runs }, { only }) => {
    const unknown = only?.find((name) => !names.includes(name));
    if (unknown !== undefined)
      throw new UsageError(`There is no figure ${JSON.stringify(unknown)}. There are: ${names.join(', ')}.`);
    const load = (): string => loadavg()[0]?.toFixed(1) ?? '';
    process.stdout.write(`${cpus().length} × ${cpus()[0]?.model}, Node.js ${process.version}, load ${load()}.\n\n`);
    await packSuite();
    process.stdout.write('| what | wall | least | CPU | memory | goal | load |\n| --- | --- | --- | --- | --- | --- | --- |\n');
    for (const { name, title, goal, measure } of figures) {
      if (only && !only.includes(name)) continue;
      const all = [];
      for (let run = 0; run < runs; run++) all.push(await measure());
      const walls = all.map(({ seconds }) => seconds);
      const wall = `${median(walls).toFixed(2)} s | ${Math.min(...walls).toFixed(2)}`;
      const cpu = all.flatMap((one) => one.cpu ?? []);
      const memory = all.flatMap((one) => one.megabytes ?? []);
      const cells = [cpu.length > 0 ? `${median(cpu).toFixed(2)} s` : '', memory.length > 0 ? `${median(memory)} MB` : ''];
      process.stdout.write(`| ${title} | ${wall} s | ${cells.join(' | ')} | ${goal ? `${goal} s` : ''} | ${load()} |\n`);
    }
  },
  { only: 'names' },
);
