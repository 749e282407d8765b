import { basename, relative } from 'node:path';

// The subject is written separately, and secrets come from the environment.
const hidden = ['--base-url', '--start', '--token', '--other-token', '--callback-secret', '--token-command'];

/** Renders the command that repeats this run in a shell in which TOKEN (and OTHER_TOKEN, CALLBACK_SECRET) is exported. */
export function reproduceCommand(
  args: string[],
  checked: { baseUrl: string } | { start: string } | Record<never, never>,
  callWords = 'payment-invoice-conformance',
): string {
  const kept = args.filter(
    (argument, index) => !hidden.includes(argument.split('=')[0] ?? '') && !hidden.includes(args[index - 1] ?? ''),
  );
  // The value of a header may be a secret.
  const shown = kept.map((argument, index) =>
    /^--header=/.test(argument) || kept[index - 1] === '--header' ? argument.replace(/:.*/s, ': …') : argument,
  );
  const subject = 'start' in checked ? ['--start', checked.start] : 'baseUrl' in checked ? ['--base-url', checked.baseUrl] : [];
  return [callWords, ...[...subject, ...shown].map(quoteWord)].join(' ');
}

/** Quotes a word for a shell if necessary. */
function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/**
 * Finds the words with which the user calls this command: a checkout's npm script, an installed binary, or the file itself.
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
