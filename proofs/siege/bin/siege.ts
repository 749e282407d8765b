#!/usr/bin/env node
import { execFileSync } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../../../packages/server/src/errors/usage-error.ts';
import { runTool, seed } from '../../tools/run-tool.ts';
import { attackList } from '../attack-list.ts';
import { runAttack, siegeHead, siegeRow } from '../run-siege.ts';

const helpText = `Starts a server on loopback, attacks it while an ordinary client uses it, and checks that memory, waits and CPU stay within limits.

Usage: npm run prove -- siege [--only NAME] [--seconds 3] [--seed N]

Each attack has a new server: a sandbox without rate limits. For each attack, prints how much the server's memory grew, how long
the ordinary client waited without and with the attack (p99 and maximum), and how much CPU a kilobyte from the attacker cost.
Exit code 0: no limit was exceeded. 1: one was. Needs Linux and a machine with little else to do.

Attacks:
${attackList.map(({ name, what }) => `  ${name.padEnd(20)} ${what}`).join('\n')}
`;

await runTool(helpText, { seconds: { default: 3, most: 60 }, seed }, besiege, { only: 'names' });

async function besiege({ seconds, seed }: { seconds: number; seed: number }, { only }: { only?: string[] }): Promise<void> {
  const unknown = only?.find((name) => !attackList.some((attack) => attack.name === name));
  if (unknown !== undefined) {
    throw new UsageError(
      `There is no attack ${JSON.stringify(unknown)}. There are: ${attackList.map(({ name }) => name).join(', ')}.`,
    );
  }
  process.stdout.write(`seed ${seed}\n`);
  // The attacked server also serves the docs.
  execFileSync('sh', [join(import.meta.dirname, '../../../scripts/docs-if-stale.sh')], { stdio: 'inherit' });
  process.stdout.write(siegeHead());
  const [load = 0] = loadavg();
  const cores = availableParallelism();
  if (load > cores)
    process.stdout.write(`The machine is busy (load ${load.toFixed(0)} on ${cores} cores): waits prove little.\n`);
  let broken = 0;
  for (const attack of attackList.filter(({ name }) => only?.includes(name) ?? true)) {
    const result = await runAttack(attack, { seconds, seed });
    process.stdout.write(siegeRow(result));
    if (result.findings.length > 0) broken += 1;
  }
  process.stdout.write(broken === 0 ? 'No limit was broken.\n' : `${broken} attacks broke a limit.\n`);
  if (broken > 0) process.exitCode = 1;
}
