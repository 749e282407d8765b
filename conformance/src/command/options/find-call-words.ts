import { basename, relative } from 'node:path';
import { quoteWord } from './quote-word.ts';

/**
 * Finds the words with which the reader calls this command: the npm script of a checkout, the binary of an installed package, or
 * the file itself.
 * @param file path of the file that Node.js was started with
 */
export function findCallWords(environment: Record<string, string | undefined>, file: string, folder = process.cwd()): string {
  if (environment.npm_lifecycle_event === 'conformance') return 'npm run conformance --';
  const name = basename(file);
  if (/[\\/]node_modules[\\/]/.test(file)) return 'npx payment-invoice-conformance';
  if (!/\.[jt]s$/.test(name)) return name;
  const near = relative(folder, file);
  return `node ${quoteWord(near.startsWith('..') ? file : near)}`;
}
