#!/usr/bin/env node
import { join, resolve } from 'node:path';
import { UsageError } from '../../../packages/server/src/errors/usage-error.ts';
import { runTool } from '../../tools/run-tool.ts';

const help = `Implements the create operation with the stubs and with seven peers, makes the same ten mistakes in each, and prints what noticed
them. Installs exact versions of the peers into build/peers; oapi-codegen needs Go.

Usage: npm run prove -- peers [--only ID]...

  --only ID   only this peer; may be repeated

Exit code 0: all peers were tried. 1: one could not be set up. 2: an option is wrong.
`;

await runTool(
  help,
  {},
  async (_, { only }) => {
    // Imported only here, because `--help` does not need them.
    const { peers } = await import('../peers.ts');
    const { questions } = await import('../questions.ts');
    const { askAll } = await import('../try-peer.ts');
    const build = resolve(import.meta.dirname, '../../../build/peers');
    const unknown = only?.find((id) => !peers.some((peer) => peer.id === id));
    if (unknown !== undefined)
      throw new UsageError(`There is no peer ${JSON.stringify(unknown)}. There are: ${peers.map(({ id }) => id).join(', ')}.`);
    const chosen = peers.filter(({ id }) => only?.includes(id) ?? true);
    process.stdout.write(
      `| set up with | ${questions.map(({ asks }) => asks).join(' | ')} |\n|${' - |'.repeat(questions.length + 1)}\n`,
    );
    for (const peer of chosen) {
      try {
        const cells = await askAll(peer, join(build, peer.id), questions);
        process.stdout.write(`| ${[peer.title, ...cells].join(' | ')} |\n`);
      } catch (error) {
        process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
        process.exitCode = 1;
      }
    }
  },
  { only: 'names' },
);
