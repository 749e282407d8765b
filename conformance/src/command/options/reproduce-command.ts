import { basename, relative } from 'node:path';

const hidden = ['--base-url', '--start', '--token', '--other-token', '--callback-secret', '--token-command'];

/** Renders a shell command that repeats this run. The environment must contain TOKEN and, if needed, the other secrets. */
export function reproduceCommand(
  args: string[],
  checked: { baseUrl: string } | { start: string } | Record<never, never>,
  callWords = 'payment-invoice-conformance',
): string {
  const kept = args.filter(
    (argument, index) => !hidden.includes(argument.split('=')[0] ?? '') && !hidden.includes(args[index - 1] ?? ''),
  );
  // Hides the values of headers, which may be secrets.
  const shown = kept.map((argument, index) =>
    /^--header=/.test(argument) || kept[index - 1] === '--header' ? argument.replace(/:.*/s, ': …') : argument,
  );
  const subject = 'start' in checked ? ['--start', checked.start] : 'baseUrl' in checked ? ['--base-url', checked.baseUrl] : [];
  return [callWords, ...[...subject, ...shown].map(quoteWord)].join(' ');
}

/** Quotes a word for a shell, if that is necessary. */
function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/**
 * Finds how the user called this command: through a checkout's npm script, an installed binary, or the file itself.
 * @param file path of the file with which Node.js was started
 */
export function findCallWords(environment: Record<string, string | undefined>, file: string, folder = process.cwd()): string {
  if (environment.npm_lifecycle_event === 'conformance') return 'npm run conformance --';
  const name = basename(file);
  if (/[\\/]node_modules[\\/]/.test(file)) return 'npx payment-invoice-conformance';
  if (!/\.[jt]s$/.test(name)) return name;
  const near = relative(folder, file);
  return `node ${quoteWord(near.startsWith('..') ? file : near)}`;
}
