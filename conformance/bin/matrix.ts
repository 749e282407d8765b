#!/usr/bin/env node
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Ignores write errors: a reader of the output, such as `| head`, may close the pipe early.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const ids = process.argv.slice(2);
if (ids.some((id) => id.startsWith('-'))) {
  const isHelp = ids.every((id) => id === '--help' || id === '-h');
  const mistake = isHelp ? '' : `There is no option ${ids.find((id) => id.startsWith('-'))}.\n\n`;
  process[isHelp ? 'stdout' : 'stderr'].write(
    `${mistake}Runs every case against every faulty and every lawful server of the suite.\n\nUsage: npm run matrix [-- fault or variant id ...]\n`,
  );
  process.exit(isHelp ? 0 : 2);
}
process.stderr.write('Running every case against every faulty and every lawful server …\n');
// These modules load every case and every server. They are imported only here, so that `--help` prints without a delay.
const { judgeMatrix } = await import('../matrix/matrix.ts');
const { caughtBy } = await import('../matrix/matrix.ts');
const { writePairs } = await import('../matrix/matrix.ts');
const { judgeWays } = await import('../matrix/judge-ways.ts');
const { renderMatrix } = await import('../matrix/render-matrix.ts');
const { runMatrix } = await import('../matrix/run-matrix.ts');
// Exiting also ends the servers that run as child processes.
process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143));
const started = performance.now();
const matrix = await runMatrix(ids.length > 0 ? ids : undefined, ({ id }, left) => {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${left} left, ${id} done`);
  else if (left % 50 === 0) process.stderr.write(`${left} left\n`);
});
if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
const whole = ids.length === 0;
const said = judgeMatrix(whole ? matrix : { ...matrix, cases: [] });
const ways = judgeWays(matrix);
if (whole) said.push(...ways.mistakes);
if (matrix.faults.length + matrix.variants.length + matrix.leftOut.length < Math.max(ids.length, 1))
  said.push('An id names no fault and no variant: node conformance/bin/serve.ts --list shows them.');
const caught = matrix.faults.filter((row) => caughtBy(row).length > 0).length;
const quiet = matrix.variants.filter(({ hits }) => hits.length === 0).length;
process.stdout.write(
  `${caught} of ${matrix.faults.length} faults caught, ${quiet} of ${matrix.variants.length} variants without a finding, ${matrix.cases.length} cases, ${((performance.now() - started) / 1000).toFixed(1)} s.\n`,
);
for (const sentence of [...(whole ? [ways.counts] : []), ...matrix.leftOut, ...said]) process.stdout.write(`${sentence}\n`);
if (whole) {
  const folder = join(import.meta.dirname, '../../build/matrix');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'matrix.json'), `${JSON.stringify(matrix, null, 1)}\n`);
  writeFileSync(join(folder, 'index.html'), renderMatrix(matrix, said));
  process.stdout.write('Written: build/matrix/matrix.json and build/matrix/index.html\n');
  if (said.length === 0) writePairs(matrix);
} else {
  for (const row of [...matrix.faults, ...matrix.variants])
    for (const hit of row.hits) process.stdout.write(`  ${row.id}: ${hit.case} [${hit.requirements.join(', ')}]\n`);
}
process.exitCode = said.length > 0 ? 1 : 0;
