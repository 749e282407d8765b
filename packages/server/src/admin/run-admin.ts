import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { checkSecrets, prepareCallbackKey, renewSecrets, resealSecrets } from '../callbacks/callback-key.ts';
import { UsageError } from '../errors/usage-error.ts';
import { loadSandboxIdentity } from '../sandbox/sandbox-identity.ts';
import { parseOptions } from '../settings/parse-options.ts';
import { readCallbackKey, readDatabaseUrl } from '../settings/read-secrets.ts';
import { describesNoEvent, findDatabaseFile, openStore } from '../store/open-store.ts';
import { prepareDirectory } from '../store/prepare-directory.ts';
import {
  type AdminCommand,
  type AdminInput,
  type AdminRow,
  type AdminServices,
  accountCommands,
  refuseSandbox,
} from './account-commands.ts';
import { keepTrail } from './keep-trail.ts';

const replaceKey: AdminCommand = {
  words: 'key replace',
  usage: '[--lost]',
  help: `encrypt the callback secrets with NEW_CALLBACK_KEY instead of CALLBACK_KEY. Stop all servers first; then start them with the new key.
      --lost: the old key is lost. Gives every account a new secret and prints it; the old secrets stop working`,
  options: { lost: { type: 'boolean' } },
  async run({ store, now, randomBytes, callbackKey, newCallbackKey }, { options: { lost } }) {
    await refuseSandbox(store, 'which has its own key');
    const servers = await store.countServers();
    if (servers > 0)
      throw new UsageError(
        `${servers === 1 ? '1 server is' : `${servers} servers are`} running on this database, and could no longer sign anything: stop every server first. One that was killed counts for half a minute.`,
      );
    const to = newCallbackKey();
    if (lost) {
      const renewed = await renewSecrets(store, to, now, randomBytes);
      return renewed.map(({ accountId, secret }) => ({ account: accountId, callbackSecret: secret }));
    }
    const from = await callbackKey();
    if (from.equals(to)) throw new UsageError('NEW_CALLBACK_KEY is the same as CALLBACK_KEY. Make another one.');
    return [{ secretsSealedAnew: String(await resealSecrets(store, { from, to }, now, randomBytes)) }];
  },
};

const backUp: AdminCommand = {
  words: 'backup',
  usage: 'FILE',
  help: 'copy the database, even while the server runs. The copy does not contain CALLBACK_KEY',
  argument: { name: 'FILE' },
  // Opening the database would migrate the tables, but a backup before an upgrade must contain the old tables.
  opensNothing: true,
  async run({ dataDir, databaseUrl }, { argument = '' }) {
    if (databaseUrl !== undefined)
      throw new UsageError('`backup` copies an SQLite file. DATABASE_URL names a PostgreSQL database: use pg_dump.');
    const file = resolve(argument);
    if (existsSync(file)) throw new UsageError(`${file} already exists. Name a file that does not.`);
    const database = findDatabaseFile(dataDir);
    // The module is imported only here, because it loads the database driver.
    const { backUpDatabase } = await import('../store/back-up-database.ts');
    await backUpDatabase(database, file);
    return [{ backup: file }];
  },
};

const moveDatabase: AdminCommand = {
  words: 'database move',
  usage: '',
  help: `copy the SQLite database in DATA_DIR into the empty PostgreSQL database of DATABASE_URL, and compare every row.
      Stop the server first; then start it with DATABASE_URL. If the command is interrupted, run it again; it does not change the file`,
  opensNothing: true,
  async run({ dataDir, databaseUrl }) {
    if (databaseUrl === undefined)
      throw new UsageError(
        'DATABASE_URL is not set. Set it to the PostgreSQL database into which the database in DATA_DIR is to be moved.',
      );
    // The module is imported only here, because it loads the drivers of both databases.
    const { moveToPostgres } = await import('../store/move/move-to-postgres.ts');
    const move = await moveToPostgres(dataDir, databaseUrl);
    if (move.kind === 'already') return [{ moved: 'before; nothing was done' }];
    return [...move.rows].map(([table, rows]) => ({ table, rowsAlike: String(rows) }));
  },
};

const commands: readonly AdminCommand[] = [...accountCommands, replaceKey, backUp, moveDatabase];

const helpText = `Manages the accounts of a payment invoice server, whether or not it is running.

Usage: payment-invoice-server admin <command>; in a checkout npm run admin -- <command>

${commands.map(({ words, usage, help }) => `  ${`${words} ${usage}`.trimEnd()}\n      ${help}`).join('\n')}

  Commands that change something log to administration.log in DATA_DIR, before and after, who did what and when.

  --json   print each row as one line of JSON
  --help   print this

Environment:
  DATA_DIR          directory of the server's database and of administration.log (.data)
  DATABASE_URL      as for the server, if its database is PostgreSQL
  CALLBACK_KEY      as for the server; needed by commands that create callback secrets. A sandbox has its own key.
  NEW_CALLBACK_KEY  the key with which \`key replace\` replaces it
`;

/** Runs an operator's command and returns the text to print. Throws a UsageError or StartError whose message gives the reason. */
export async function runAdmin(args: readonly string[], env: NodeJS.ProcessEnv, now: number): Promise<string> {
  const found = commands.find(({ words }) => words === args.slice(0, words.split(' ').length).join(' '));
  if (!found) {
    if (args.length === 0 || args.includes('--help') || args.includes('-h')) return helpText;
    throw new UsageError(`There is no such command. The commands are: ${commands.map(({ words }) => words).join(', ')}.`);
  }
  const input = readInput(found, args.slice(found.words.split(' ').length));
  if (input.options.help) return helpText;
  const dataDir = resolve(env.DATA_DIR || '.data');
  const databaseUrl = readDatabaseUrl(env);
  // Makes the directory that will contain the trail.
  if (found.makesDatabase || databaseUrl !== undefined) prepareDirectory(dataDir);
  const mustExist = !found.makesDatabase;
  const opened = found.opensNothing ? undefined : await openStore({ dataDir, databaseUrl, mustExist }, describesNoEvent);
  // Servers that share a database use its clock, which may differ from this machine's. The command uses it too.
  const time = opened?.isShared ? opened.now() : now;
  const services: AdminServices = {
    get store() {
      if (!opened) throw new Error('This command opens no store.');
      return opened;
    },
    dataDir,
    databaseUrl,
    now: time,
    randomBytes,
    callbackKey: async () => {
      const { store } = services;
      const set = env.CALLBACK_KEY === undefined ? undefined : readCallbackKey(env.CALLBACK_KEY);
      if (set || (await store.readIdentity()) === undefined) return prepareCallbackKey(store, set, time);
      // The sandbox's key is not recorded as the database's key, because a sandbox gets a new key when its identity is deleted.
      const { callbackKey: key } = await loadSandboxIdentity(store, randomBytes);
      await checkSecrets(store, key, time, 'The key of the sandbox');
      return key;
    },
    newCallbackKey: () => readCallbackKey(env.NEW_CALLBACK_KEY, 'NEW_CALLBACK_KEY'),
  };
  try {
    const work = () => found.run(services, input);
    const entry = { command: found.words, subjects: [input.argument ?? ''], options: input.options };
    // Without the data directory there is no place for a trail. In that case, the command finds nothing to change, and says so.
    const isTrailed = !found.onlyReads && existsSync(dataDir);
    const rows = await (isTrailed ? keepTrail(dataDir, entry, now, work, subjectsOf) : work());
    return input.options.json ? rows.map((row) => `${JSON.stringify(row)}\n`).join('') : printRows(rows);
  } finally {
    await opened?.close();
  }
}

/** Replaces characters that would control the terminal, or reverse the direction of text, with their code points. */
function showControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function readInput({ words, usage, argument, options = {} }: AdminCommand, args: readonly string[]): AdminInput {
  const cure = `Usage: ${`${words} ${usage}`.trimEnd()}`;
  const common = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
  const config = { args: [...args], options: { ...options, ...common }, allowPositionals: true };
  const parsed: { values: AdminInput['options']; positionals: string[] } = parseOptions(config, cure);
  const { values, positionals } = parsed;
  if (positionals.length > (argument ? 1 : 0)) throw new UsageError(`\`${words}\` was given too many arguments. ${cure}`);
  const given = positionals[0]?.trim() || undefined;
  if (argument && !argument.optional && given === undefined && !values.help)
    throw new UsageError(`${argument.name} is missing. ${cure}`);
  return { argument: given, options: values };
}

/** Returns the ids in the rows, without the secrets. */
function subjectsOf(rows: readonly AdminRow[]): string[] {
  return rows.flatMap(({ account, id, backup }) => [account, id, backup]).filter((id) => typeof id === 'string');
}

function printRows(rows: readonly AdminRow[]): string {
  if (rows.length === 0) return 'None.\n';
  const lines = (row: AdminRow) =>
    Object.entries(row)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => `${name.padEnd(16)}${showControls(value ?? '')}\n`)
      .join('');
  return rows.map(lines).join('\n');
}
