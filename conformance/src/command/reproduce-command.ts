const hidden = ['--base-url', '--token', '--other-token', '--start'];

/** The command of this run for a shell with TOKEN (and OTHER_TOKEN) exported; what the run started is started again. */
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
