#!/usr/bin/env node
/** Lists the proofs, runs one of them, or runs their tests. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findNear, type Proof, table } from '../table.ts';

const root = join(import.meta.dirname, '../..');
const width = Math.max(...table.map(({ name }) => name.length));
const helpText = `Runs the proofs that take minutes, which npm test therefore leaves out.

Usage: npm run prove -- NAME [options]     runs a proof; --help after its name lists its options
       npm run prove -- test [NAME]        runs the tests of the proofs, or of one

${table.map(({ name, proves, takes }) => `  ${name.padEnd(width)}  ${proves}\n  ${''.padEnd(width)}  (${takes})\n`).join('')}
proofs/NAME/README.md has the last figures.
`;

const [name, ...args] = process.argv.slice(2);
if (name === undefined || name === '--help' || name === '-h') process.stdout.write(helpText);
else if (name === 'test') test(args);
else await prove(find(name), args);

/** Runs the command in this process, so that Ctrl+C and the exit code apply to it directly. */
async function prove(proof: Proof | undefined, [stage, ...others]: readonly string[]): Promise<void> {
  if (!proof) return;
  const isStage = stage !== undefined && proof.stages?.includes(stage);
  const file = join(root, 'proofs', proof.name, 'bin', `${isStage ? stage : proof.name}.ts`);
  const rest = isStage || stage === undefined ? others : [stage, ...others];
  process.argv.splice(1, process.argv.length, file, ...rest);
  await import(pathToFileURL(file).href);
}

function test([room, ...options]: readonly string[]): void {
  const isRoom = room !== undefined && !room.startsWith('-');
  if (isRoom && !find(room)) return;
  const filter = isRoom ? `proofs/${room}/` : 'proofs/';
  const rest = isRoom || room === undefined ? options : [room, ...options];
  const { status } = spawnSync('vitest', ['run', filter, ...rest], { cwd: root, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

/** Finds a proof by name. If there is none, prints similar names. */
function find(name: string): Proof | undefined {
  const proof = table.find((one) => one.name === name);
  if (proof) return proof;
  const names = table.map((one) => one.name);
  const near = findNear(name, names);
  process.stderr.write(
    `There is no proof ${JSON.stringify(name)}. ${near.length > 0 ? `Did you mean ${near.join(', ')}?` : `There are: ${names.join(', ')}.`}\n`,
  );
  process.exitCode = 2;
  return undefined;
}
