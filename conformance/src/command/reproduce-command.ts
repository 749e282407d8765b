// What says what is checked is written anew; a secret stays out, and comes from the environment.
const hidden = ['--base-url', '--start', '--token', '--other-token', '--callback-secret'];

/** The command of this run for a shell with TOKEN (and OTHER_TOKEN, CALLBACK_SECRET) exported; what the run started is started again. */
export function reproduceCommand(args: string[], checked: { baseUrl: string } | { start: string }): string {
  const kept = args.filter(
    (argument, index) => !hidden.includes(argument.split('=')[0] ?? '') && !hidden.includes(args[index - 1] ?? ''),
  );
  const subject = 'start' in checked ? ['--start', checked.start] : ['--base-url', checked.baseUrl];
  return ['payment-invoice-conformance', ...[...subject, ...kept].map(quote)].join(' ');
}

function quote(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}
