import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Running, startProcess } from '@payment-invoice/browser/run-process';
import { root } from './repository.ts';

/** The marker of a block, which says how the block is tested. It is an HTML comment on the line before the block. */
type Marker = { kind: 'run'; exit: number; after?: 'first' } | { kind: 'server' } | { kind: 'skip'; reason: string };

/** A block of code for readers to paste. `line` is the line of its opening fence, counted from 1. */
export interface Block {
  line: number;
  language: 'sh' | 'ts' | 'js';
  marker: Marker;
  code: string;
}

const languages: Record<string, Block['language']> = {
  sh: 'sh',
  bash: 'sh',
  shell: 'sh',
  console: 'sh',
  ts: 'ts',
  typescript: 'ts',
  mts: 'ts',
  js: 'js',
  javascript: 'js',
  mjs: 'js',
};
const howto =
  'Write `<!-- run -->`, `<!-- run: exit N -->`, `<!-- run after the first -->`, `<!-- starts a server -->` or `<!-- skip: reason -->` on the line before it.';

/** Reads the blocks of shell, TypeScript and JavaScript in Markdown. @throws Error with the line of a wrong or missing marker */
export function readBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  const lines = markdown.split(/\r?\n/);
  for (let at = 0; at < lines.length; at++) {
    const fence = /^(\s*)(`{3,}|~{3,})\s*([\w-]*)/.exec(lines[at] ?? '');
    if (!fence) continue;
    const [, indent = '', ticks = '', word = ''] = fence;
    const end = lines.findIndex((line, index) => index > at && line.trim() === ticks);
    if (end < 0) throw new Error(`README.md line ${at + 1}: the block is never closed.`);
    const language = languages[word.toLowerCase()];
    if (language) {
      const code = lines.slice(at + 1, end).map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
      blocks.push({ line: at + 1, language, marker: readMarker(lines, at, language), code: `${code.join('\n')}\n` });
    }
    at = end;
  }
  return blocks;
}

function readMarker(lines: string[], at: number, language: Block['language']): Marker {
  const above = lines.slice(0, at).findLast((line) => line.trim() !== '') ?? '';
  const words = /^<!--\s*(.*?)\s*-->$/.exec(above.trim())?.[1];
  if (words === undefined) throw new Error(`README.md line ${at + 1}: the ${language} block has no marker. ${howto}`);
  const run = /^run(?:: exit (\d+))?$/.exec(words);
  if (run) return { kind: 'run', exit: Number(run[1] ?? 0) };
  // A block that continues the first block of its language, and uses the names declared there.
  if (words === 'run after the first' && language !== 'sh') return { kind: 'run', exit: 0, after: 'first' };
  if (words === 'starts a server' && language === 'sh') return { kind: 'server' };
  const reason = /^skip:\s*(\S.*)$/.exec(words)?.[1];
  if (reason) return { kind: 'skip', reason };
  throw new Error(`README.md line ${at + 1}: the marker "${words}" means nothing for a ${language} block. ${howto}`);
}

/** Makes the command that runs a block. TypeScript and JavaScript run as a file in `folder`, so that imports resolve there. */
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
 * Checks the types in the files that `commandFor` wrote for these blocks, because code that runs may still have type errors.
 * Returns the compiler's output, in which each file is named after the line of its block. Returns '' if there are no errors.
 */
export async function findTypeErrors(blocks: readonly Block[], folder: string, patience: number): Promise<string> {
  const files = blocks.map(({ line }) => `line-${line}.ts`);
  const config = join(folder, `tsconfig.${files[0]}.json`);
  const compilerOptions = { composite: false, noEmit: true, declarationMap: false, sourceMap: false };
  writeFileSync(config, JSON.stringify({ extends: '../../../tsconfig.json', compilerOptions, files, references: [] }));
  const { exit, output } = await startCommand(join(root, 'node_modules/.bin/tsc'), ['-p', config], {}, patience).ended;
  return exit === 0 ? '' : output || `exit ${exit}`;
}

/** Starts a command with this Node.js first in PATH, by default in the repository's root. Kills it after `timeoutMs` ms. */
export function startCommand(file: string, args: string[], env: NodeJS.ProcessEnv, timeoutMs: number, cwd = root): Running {
  const path = `${dirname(process.execPath)}:${process.env.PATH ?? ''}`;
  return startProcess({ file, args, cwd, env: { ...process.env, PATH: path, ...env }, timeoutMs });
}
