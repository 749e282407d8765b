import { randomBytes } from 'node:crypto';
import { giveSecret } from '../callbacks/give-secret.ts';
import { checkSecrets, prepareCallbackKey } from '../callbacks/prepare-callback-key.ts';
import { StartError } from '../errors/start-error.ts';
import { loadSandboxIdentity } from '../sandbox/sandbox-identity.ts';
import { readCallbackKey } from '../settings/read-callback-key.ts';
import { readDatabaseUrl } from '../settings/read-database-url.ts';
import type { DeadEvent, DisabledEndpoint } from '../store/delivery-store.ts';
import { describesNoEvent, openStore } from '../store/open-store.ts';
import { prepareDirectory } from '../store/prepare-directory.ts';
import type { Store } from '../store/store.ts';
import { keepTrail } from './keep-trail.ts';
import { helpText, type OperatorCommand } from './read-operator-command.ts';

/** How many dead letters are listed and resent in one batch. */
const batch = 1_000;

/**
 * Runs an operator's command on the database of a server that may be running, and returns the text to print.
 * @throws StartError with a sentence when there is no database, no such account or dead letter, no key, or a wrong key
 */
export async function runOperatorCommand(command: OperatorCommand, env: NodeJS.ProcessEnv, now = Date.now()): Promise<string> {
  if (command.name === 'help') return helpText;
  const dataDir = env.DATA_DIR || '.data';
  const databaseUrl = readDatabaseUrl(env);
  if (databaseUrl !== undefined) prepareDirectory(dataDir);
  const store = await openStore({ dataDir, databaseUrl, mustExist: true }, describesNoEvent);
  const recorded = (subjects: readonly string[], work: () => Promise<string>, options?: { host: string }) =>
    keepTrail(dataDir, { command: `callbacks ${command.name}`, subjects, ...(options && { options }) }, now, work);
  /** Servers that share a database use its clock, which may differ from this machine's. */
  const storeNow = store.isShared ? store.now() : now;
  try {
    // Without this check, a mistyped account would look like one without dead letters.
    if ('account' in command && command.account !== undefined) await refuseUnknown(store, command.account);
    switch (command.name) {
      case 'dead': {
        const dead = await store.listDeadEvents(command.limit, command.account);
        return command.json ? dead.map((event) => `${JSON.stringify(event)}\n`).join('') : describe(dead);
      }
      case 'disabled': {
        const endpoints = await store.listDisabledEndpoints(command.limit, command.account);
        return command.json ? endpoints.map((one) => `${JSON.stringify(one)}\n`).join('') : describeEndpoints(endpoints);
      }
      case 'enable': {
        const { account, host } = command;
        return await recorded([account], () => enable(store, account, host), { host });
      }
      case 'resend':
        return await recorded(command.events, () => resend(store, command.events, storeNow));
      case 'resend-all':
        return await recorded(command.account === undefined ? [] : [command.account], () =>
          resendAll(store, command.account, storeNow),
        );
      case 'rotate':
        return await recorded([command.account], () => rotate(store, command.account, env, storeNow));
    }
  } finally {
    await store.close();
  }
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
  if (!(await store.enableEndpoint(account, host))) {
    throw new StartError(
      `No receiver ${JSON.stringify(host)} of ${account} is disabled. \`callbacks disabled\` lists those that are.`,
    );
  }
  return `Events to ${host} are attempted again and again. \`callbacks resend --all --account ${account}\` sends its dead letters too.\n`;
}

async function resend(store: Store, events: readonly string[], now: number): Promise<string> {
  const unknown: string[] = [];
  for (const id of events) if (!(await store.reviveEvent(id, now))) unknown.push(id);
  const done = `${events.length - unknown.length} of ${events.length} will be sent again`;
  if (unknown.length > 0) throw new StartError(`${done}; no dead letter is ${unknown.join(', ')}.`);
  return `${done}.\n`;
}

async function resendAll(store: Store, account: string | undefined, now: number): Promise<string> {
  /**
   * The letters that this command has tried. A running server may give up on such a letter again at once, which puts it
   * back at the head of the list. This command then skips the letter.
   */
  const tried = new Set<string>();
  let revived = 0;
  for (;;) {
    const listed = await store.listDeadEvents(tried.size + batch, account);
    const dead = listed.filter(({ id }) => !tried.has(id));
    if (dead.length === 0) return `${revived} will be sent again.\n`;
    for (const { id } of dead) tried.add(id);
    const results = await Promise.all(dead.map(({ id }) => store.reviveEvent(id, now)));
    // Letters that another operator has sent again in the meantime are not counted.
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
  // A secret sealed with another key would break all callbacks of the account.
  if (isSandbox) await checkSecrets(store, key, now, 'The key of the sandbox');
  else await prepareCallbackKey(store, key, now);
  return `${await giveSecret(store, account, key, now, randomBytes)}\n`;
}
