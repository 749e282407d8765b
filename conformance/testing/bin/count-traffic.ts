#!/usr/bin/env node
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sandboxAdapter } from '../../adapters/sandbox.ts';
import { startCommand } from '../../src/command/deployment/start-command.ts';
import { measureTraffic } from '../measure-traffic.ts';

const [command, ...more] = process.argv.slice(2);
if (command === undefined || command.startsWith('-') || more.length > 0) {
  process.stderr.write(
    `Counts the requests of each kind of cases against the reference server and writes conformance/traffic.json, from which plans are told.\n\nUsage: node conformance/testing/bin/count-traffic.ts 'sh scripts/start-throwaway.sh'\n`,
  );
  process.exit(2);
}
const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
const started = await startCommand(command, 30_000, ending.signal);
try {
  const traffic = await measureTraffic({ ...started, adapter: sandboxAdapter });
  const lines = traffic.map((kind) => `  ${JSON.stringify(kind)}`);
  writeFileSync(join(import.meta.dirname, '../../traffic.json'), `[\n${lines.join(',\n')}\n]\n`);
  process.stdout.write(`Written: conformance/traffic.json, ${lines.length} kinds of cases.\n`);
} finally {
  await started.stop();
}
process.exit(0);
