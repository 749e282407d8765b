import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Block } from './readme-blocks.ts';
import { root } from './repository.ts';
import { startCommand } from './run-command.ts';

/** Makes the command that runs a block: shell as it is, code from a file in `folder`, whose place decides what it can import. */
export function commandFor(block: Block, blocks: readonly Block[], folder: string): [file: string, args: string[]] {
  const { language, line, code } = block;
  if (language === 'sh') return ['sh', ['-c', code]];
  const first = blocks.find((other) => other.language === language && other.marker.kind === 'run');
  const before = block.marker.kind === 'run' && block.marker.after === 'first' ? (first?.code ?? '') : '';
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `line-${line}.${language}`);
  writeFileSync(file, before + code);
  return [process.execPath, [file]];
}

/**
 * Finds errors of type in the blocks that `commandFor` wrote: code that runs can still have some, and a reader's editor shows them.
 * Returns the compiler's output, which names each block's line; empty when there are none.
 */
export async function findTypeErrors(blocks: readonly Block[], folder: string, patience: number): Promise<string> {
  const files = blocks.map(({ line }) => `line-${line}.ts`);
  const config = join(folder, `tsconfig.${files[0]}.json`);
  const compilerOptions = { composite: false, noEmit: true, declarationMap: false, sourceMap: false };
  writeFileSync(config, JSON.stringify({ extends: '../../../tsconfig.json', compilerOptions, files, references: [] }));
  const { exit, output } = await startCommand(join(root, 'node_modules/.bin/tsc'), ['-p', config], {}, patience).ended;
  return exit === 0 ? '' : output || `exit ${exit}`;
}
