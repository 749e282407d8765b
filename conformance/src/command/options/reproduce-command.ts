import { quoteWord } from './quote-word.ts';

// Options that name the subject are written separately, and secrets come from the environment.
const hidden = ['--base-url', '--start', '--token', '--other-token', '--callback-secret', '--token-command'];

/** Renders the command that repeats this run in a shell in which TOKEN (and OTHER_TOKEN, CALLBACK_SECRET) are exported. */
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
