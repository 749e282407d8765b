import { UsageError } from '../errors/usage-error.ts';
import { parseOptions } from '../settings/parse-options.ts';

/** A command of the operator that is about callbacks. */
export type OperatorCommand =
  | { name: 'help' }
  | { name: 'dead'; account: string | undefined; limit: number; json: boolean }
  | { name: 'resend'; events: readonly string[] }
  | { name: 'resend-all'; account: string | undefined }
  | { name: 'disabled'; account: string | undefined; limit: number; json: boolean }
  | { name: 'enable'; account: string; host: string }
  | { name: 'rotate'; account: string };

export const helpText = `What an operator does about callbacks, while the server runs or not.

Usage: payment-invoice-server callbacks <command>; in a checkout node packages/server/bin/callbacks.ts <command>

  dead [--account ID] [--limit 100] [--json]   list dead letters, newest first; --json prints one JSON line each
  resend <event>...                            have these dead letters sent again, with all their attempts
  resend --all [--account ID]                  have all of them sent again
  disabled [--account ID] [--limit 100] [--json]  list receivers that failed for days: their events are attempted once
  enable <account> <host>                      have events to this host attempted again and again, as before
  rotate <account>                             give an account a new secret, and print it this once;
                                               for 24 hours the old one signs too

Environment:
  DATA_DIR      directory of the server's database, and of the trail (.data)
  DATABASE_URL  the server's, where its database is PostgreSQL
  CALLBACK_KEY  key that seals callback secrets; only rotate needs it, and a sandbox has its own

A running server begins with what is to be sent again within half a minute.
`;

/**
 * Reads an operator's command about callbacks.
 * @throws UsageError with a sentence
 */
export function readOperatorCommand(args: readonly string[]): OperatorCommand {
  const { values, positionals } = parse(args);
  const [name, ...rest] = positionals;
  if (values.help || name === 'help') return { name: 'help' };
  const { account, limit, json = false, all = false } = values;
  const refuse = (given: object, command: string) => {
    for (const [option, value] of Object.entries(given))
      if (value !== undefined && value !== false) throw new UsageError(`${command} takes no --${option}. ${see}`);
  };
  switch (name) {
    case 'dead':
      refuse({ all }, name);
      if (rest.length > 0) throw new UsageError(`dead takes no ${JSON.stringify(rest[0])}. ${see}`);
      return { name, account, json, limit: readLimit(limit ?? '100') };
    case 'disabled':
      refuse({ all }, name);
      if (rest.length > 0) throw new UsageError(`disabled takes no ${JSON.stringify(rest[0])}. ${see}`);
      return { name, account, json, limit: readLimit(limit ?? '100') };
    case 'enable':
      refuse({ limit, json, all, account }, name);
      if (rest.length !== 2 || !rest[0] || !rest[1]) throw new UsageError(`enable takes an account and a host. ${see}`);
      return { name, account: rest[0], host: rest[1].toLowerCase() };
    case 'resend':
      refuse({ limit, json, ...(all ? {} : { account }) }, all ? name : 'resend with events');
      if (all === rest.length > 0) throw new UsageError(`resend takes either events or --all. ${see}`);
      return all ? { name: 'resend-all', account } : { name, events: rest };
    case 'rotate':
      refuse({ limit, json, all, account }, name);
      if (rest.length !== 1 || !rest[0]) throw new UsageError(`rotate takes one account. ${see}`);
      return { name, account: rest[0] };
  }
  throw new UsageError(
    name === undefined ? `No command was given. ${see}` : `There is no command ${JSON.stringify(name)}. ${see}`,
  );
}

const see = 'Run with --help for what there is.';

function parse(args: readonly string[]) {
  const options = {
    account: { type: 'string' },
    limit: { type: 'string' },
    json: { type: 'boolean' },
    all: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  return parseOptions({ args: [...args], options, allowPositionals: true }, see);
}

function readLimit(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new UsageError(`--limit is ${JSON.stringify(text)}: it must be a whole number from 1 to 999999.`);
}
