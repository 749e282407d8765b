const hidden = ['--base-url', '--token', '--other-token', '--start'];

/** The command of this run for a shell with TOKEN (and OTHER_TOKEN) exported. */
export function reproduceCommand(args: string[], baseUrl: string): string {
  const kept = args.filter(
    (argument, index) => !hidden.includes(argument.split('=')[0] ?? '') && !hidden.includes(args[index - 1] ?? ''),
  );
  const quoted = kept.map((argument) =>
    /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`,
  );
  return ['payment-invoice-conformance', '--base-url', baseUrl, ...quoted].join(' ');
}
