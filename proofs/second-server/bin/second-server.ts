#!/usr/bin/env node
/**
 * Runs the suite against every fault and every style of the second server, by starting `measure.py`; its `--help` lists the
 * options.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const child = spawn('python3', [join(import.meta.dirname, '../measure.py'), ...process.argv.slice(2)], { stdio: 'inherit' });
// Forwards signals, because only a terminal sends them to both processes. Keeps running while the child prints its table.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.once('error', () => {
  process.stderr.write('There is no python3 on the PATH: the second server is written in Python 3.11.\n');
  process.exitCode = 2;
});
child.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
