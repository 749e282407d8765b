import { randomBytes } from 'node:crypto';
import { checkSecrets, giveSecret, prepareCallbackKey } from '../callbacks/callback-key.ts';
import { StartError } from '../errors/start-error.ts';
import { UsageError } from '../errors/usage-error.ts';
import { loadSandboxIdentity } from '../sandbox/sandbox-identity.ts';
import { parseOptions } from '../settings/parse-options.ts';
import { readCallbackKey, readDatabaseUrl } from '../settings/read-secrets.ts';
import { describesNoEvent, openStore } from '../store/open-store.ts';
import { prepareDirectory } from '../store/prepare-directory.ts';
import type { DeadEvent, DisabledEndpoint, Store } from '../store/store.ts';
import { keepTrail } from './keep-trail.ts';

/** The number of dead letters that are listed and revived in one step. */
const batch = 1_000;

/**
 * Runs an operator's command on the database of a server, which may be running. Returns the text to print.
 * @throws StartError if the database, the account, the dead letter or the key is missing, or if the key is wrong
 */
export async function runOperatorCommand(command: OperatorCommand, env: NodeJS.ProcessEnv, now = Date.now()): Promise<string> {
  if (command.name === 'help') return helpText;
  const dataDir = env.DATA_DIR || '.data';
  const databaseUrl = readDatabaseUrl(env);
  if (databaseUrl !== undefined) prepareDirectory(dataDir);
  const store = await openStore({ dataDir, databaseUrl, mustExist: true }, describesNoEvent);
  const recorded = (subjects: readonly string[], work: () => Promise<string>, options?: { host: string }) =>
    keepTrail(dataDir, { command: `callbacks ${command.name}`, subjects, ...(options && { options }) }, now, work);
  /** The current time. Servers that share a database use its clock, which may differ from this machine's. */
  const storeNow = store.isShared ? store.now() : now;
  try {
    // Rejects an unknown account id, so that a mistyped id does not look like an account without dead letters.
    if ('account' in command && command.account !== undefined) await refuseUnknown(store, command.account);
    switch (command.name) {
      case 'dead':
        return print(await store.listDeadEvents(command.limit, command.account), describe, command.json);
      case 'disabled':
        return print(await store.listDisabledEndpoints(command.limit, command.account), describeEndpoints, command.json);
      case 'enable': {
        const { account, host } = command;
        return await recorded([account], () => enable(store, account, host), { host });
      }
      case 'resend':
        return await recorded(command.events, () => resend(store, command.events, storeNow));
      case 'resend-all':
        return await recorded(command.account ? [command.account] : [], () => resendAll(store, command.account, storeNow));
      case 'rotate':
        return await recorded([command.account], () => rotate(store, command.account, env, storeNow));
    }
  } finally {
    await store.close();
  }
}

function print<Row>(rows: readonly Row[], describeAll: (rows: readonly Row[]) => string, json: boolean): string {
  return json ? rows.map((row) => `${JSON.stringify(row)}\n`).join('') : describeAll(rows);
}

function describe(dead: readonly DeadEvent[]): string {
  if (dead.length === 0) return 'No dead letters.\n';
  const rows = dead.map(({ id, diedAt, accountId, invoiceId, sequence, host, attempts, reason }) =>
    [id, new Date(diedAt).toISOString(), accountId, invoiceId, sequence, host, attempts, reason ?? ''].join('\t'),
  );
  return `${['event', 'died', 'account', 'invoice', 'sequence', 'host', 'attempts', 'reason'].join('\t')}\n${rows.join('\n')}\n`;
}

function describeEndpoints(endpoints: readonly DisabledEndpoint[]): string {
  if (endpoints.length === 0) return 'No disabled receivers.\n';
  const time = (milliseconds: number) => new Date(milliseconds).toISOString();
  const rows = endpoints.map((one) => [one.accountId, one.host, time(one.failingSince), time(one.disabledAt)].join('\t'));
  return `${['account', 'host', 'failing since', 'disabled'].join('\t')}\n${rows.join('\n')}\n`;
}

async function enable(store: Store, account: string, host: string): Promise<string> {
  if (!(await store.enableEndpoint(account, host)))
    throw new StartError(
      `No receiver ${JSON.stringify(host)} of ${account} is disabled. \`callbacks disabled\` lists those that are.`,
    );
  return `Events to ${host} are retried from now on. \`callbacks resend --all --account ${account}\` sends its dead letters too.\n`;
}

async function resend(store: Store, events: readonly string[], now: number): Promise<string> {
  const unknown: string[] = [];
  for (const id of events) if (!(await store.reviveEvent(id, now))) unknown.push(id);
  const done = `${events.length - unknown.length} of ${events.length} will be sent again`;
  if (unknown.length > 0) throw new StartError(`${done}; there is no dead letter ${unknown.join(', ')}.`);
  return `${done}.\n`;
}

async function resendAll(store: Store, account: string | undefined, now: number): Promise<string> {
  /** The dead letters that this command has tried to revive. It skips them if a server gives up on them again. */
  const tried = new Set<string>();
  let revived = 0;
  for (;;) {
    const listed = await store.listDeadEvents(tried.size + batch, account);
    const dead = listed.filter(({ id }) => !tried.has(id));
    if (dead.length === 0) return `${revived} will be sent again.\n`;
    for (const { id } of dead) tried.add(id);
    const results = await Promise.all(dead.map(({ id }) => store.reviveEvent(id, now)));
    // Does not count dead letters that another operator revived first.
    revived += results.filter((isRevived) => isRevived).length;
  }
}

async function refuseUnknown(store: Store, account: string): Promise<void> {
  const known = await store.findAccount(account);
  if (!known) throw new StartError(`There is no account ${JSON.stringify(account)}.`);
}

async function rotate(store: Store, account: string, env: NodeJS.ProcessEnv, now: number): Promise<string> {
  const isSandbox = env.CALLBACK_KEY === undefined && (await store.readIdentity()) !== undefined;
  const key = isSandbox ? (await loadSandboxIdentity(store, randomBytes)).callbackKey : readCallbackKey(env.CALLBACK_KEY);
  // Checks the key first: the server could not open a secret sealed with a wrong key, and so could not sign callbacks.
  if (isSandbox) await checkSecrets(store, key, now, 'The key of the sandbox');
  else await prepareCallbackKey(store, key, now);
  return `${await giveSecret(store, account, key, now, randomBytes)}\n`;
}

type OperatorCommand =
  | { name: 'help' }
  | { name: 'dead' | 'disabled'; account: string | undefined; limit: number; json: boolean }
  | { name: 'resend'; events: readonly string[] }
  | { name: 'resend-all'; account: string | undefined }
  | { name: 'enable'; account: string; host: string }
  | { name: 'rotate'; account: string };

const helpText = `Manages undelivered callbacks, whether or not the server is running.

Usage: payment-invoice-server callbacks <command>; in a checkout node packages/server/bin/callbacks.ts <command>

  dead [--account ID] [--limit 100] [--json]   list dead letters, newest first; --json prints one JSON line each
  resend <event>...                            send these dead letters again, with as many attempts as at first
  resend --all [--account ID]                  send all of them again
  disabled [--account ID] [--limit 100] [--json]  list receivers that failed for days; their events are sent only once
  enable <account> <host>                      retry events to this host again
  rotate <account>                             give an account a new secret and print it; no command shows it
                                               again. For 24 hours, the old one signs callbacks too

Environment:
  DATA_DIR      directory of the server's database and of administration.log (.data)
  DATABASE_URL  as for the server, if its database is PostgreSQL
  CALLBACK_KEY  key that encrypts the callback secrets; only rotate needs it. A sandbox has its own key

A running server starts to send dead letters again within half a minute.
`;

/** Reads the arguments of an operator's command about callbacks. Throws a UsageError if there is no such command. */
export function readOperatorCommand(args: readonly string[]): OperatorCommand {
  const { values, positionals } = parse(args);
  const [name, ...rest] = positionals;
  if (values.help || name === 'help') return { name: 'help' };
  const { account, limit, json = false, all = false } = values;
  const refuse = (given: object, command: string) => {
    for (const [option, value] of Object.entries(given))
      if (value !== undefined && value !== false) throw new UsageError(`${command} has no option --${option}. ${see}`);
  };
  switch (name) {
    case 'dead':
    case 'disabled':
      refuse({ all }, name);
      if (rest.length > 0) throw new UsageError(`${name} takes no arguments, but was given ${JSON.stringify(rest[0])}. ${see}`);
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
  const what = name === undefined ? 'No command was given.' : `There is no command ${JSON.stringify(name)}.`;
  throw new UsageError(`${what} ${see}`);
}

const see = 'Run with --help for the options.';

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
