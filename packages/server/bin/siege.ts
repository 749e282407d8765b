#!/usr/bin/env node
import { availableParallelism, loadavg } from 'node:os';
import { parseOptions } from '../src/commands/parse-options.ts';
import { UsageError } from '../src/commands/usage-error.ts';
import { attackList } from '../src/testing/siege/attack-list.ts';
import { siegeHead, siegeRow } from '../src/testing/siege/print-siege.ts';
import { runAttack } from '../src/testing/siege/run-siege.ts';

const helpText = `Attacks a server of its own on loopback, with an honest client beside each attack, and holds it to limits.

Usage: npm run siege -- [--only NAME] [--seconds 3] [--seed N]

Each attack has a server of its own, a sandbox without limits of rate. Prints for each how much the server's memory grew, how long the
honest client waited without and with the attack (p99, and at worst), and the CPU that a kilobyte of the attacker's cost the server.
Exits 0 when no limit was broken, 1 when one was. Linux only; wants a machine with little else to do.

Attacks:
${attackList.map(({ name, what }) => `  ${name.padEnd(20)} ${what}`).join('\n')}
`;

/** Reads a whole number from 1 to `most`. @throws UsageError */
function readNumber(name: string, text: string | undefined, otherwise: number, most: number): number {
  if (text === undefined) return otherwise;
  if (/^[1-9]\d{0,8}$/.test(text) && Number(text) <= most) return Number(text);
  throw new UsageError(`--${name} is ${JSON.stringify(text)}: it must be a whole number from 1 to ${most}.`);
}

async function besiege(): Promise<void> {
  const options = {
    only: { type: 'string', multiple: true },
    seconds: { type: 'string' },
    seed: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  const { values } = parseOptions({ options }, 'Run with --help.');
  if (values.help) return void process.stdout.write(helpText);
  const { only } = values;
  const unknown = only?.find((name) => !attackList.some((attack) => attack.name === name));
  if (unknown !== undefined) {
    throw new UsageError(
      `There is no attack ${JSON.stringify(unknown)}. There are: ${attackList.map(({ name }) => name).join(', ')}.`,
    );
  }
  const seconds = readNumber('seconds', values.seconds, 3, 60);
  const seed = readNumber('seed', values.seed, 1 + Math.floor(Math.random() * 999_999), 999_999_999);
  process.stdout.write(`seed ${seed}\n${siegeHead()}`);
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

try {
  await besiege();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
