import { makeId, type RandomBytes } from '@payment-invoice/kit/ids';
import { allScopes, hashToken, makeToken, type Scope } from '@payment-invoice/kit/tokens';
import { giveSecret } from '../callbacks/callback-key.ts';
import { UsageError } from '../errors/usage-error.ts';
import type { Account, StoredToken } from '../store/account-store.ts';
import type { Store } from '../store/store.ts';

/** The maximum number of characters in an account's name. */
const longest = 100;

const createAccount: AdminCommand = {
  words: 'account create',
  usage: '[--live | --test] [--name NAME]',
  help: 'create an account (test, unless --live) and print its callback secret; no command shows the secret again',
  options: { live: { type: 'boolean' }, test: { type: 'boolean' }, name: { type: 'string' } },
  makesDatabase: true,
  async run({ store, now, randomBytes, callbackKey }, { options: { live, test, name } }) {
    if (live && test) throw new UsageError('--live and --test exclude each other: an account has one mode.');
    if (typeof name === 'string' && (name.trim() === '' || name.length > longest))
      throw new UsageError(`--name must have 1 to ${longest} characters.`);
    if (live) await refuseSandbox(store, 'which has no live accounts');
    const key = await callbackKey();
    const own = { id: makeId('acc', now, randomBytes), name: typeof name === 'string' ? name.trim() : null };
    const account: Account = { ...own, mode: live ? 'live' : 'test', createdAt: now };
    await store.createAccount(account);
    return [{ ...rowOf(account), callbackSecret: await giveSecret(store, account.id, key, now, randomBytes) }];
  },
};

const listAccounts: AdminCommand = {
  words: 'account list',
  usage: '',
  help: 'list all accounts',
  onlyReads: true,
  run: async ({ store }) => (await store.listAccounts()).map(rowOf),
};

const rotateSecret: AdminCommand = {
  words: 'secret rotate',
  usage: 'ACCOUNT',
  help: 'create a new callback secret and print it; no command shows it again. For 24 hours, the old one signs callbacks too',
  argument: { name: 'ACCOUNT' },
  async run({ store, now, randomBytes, callbackKey }, { argument = '' }) {
    const { id } = await findAccount(store, argument);
    return [{ account: id, callbackSecret: await giveSecret(store, id, await callbackKey(), now, randomBytes) }];
  },
};

/** Finds an account by its id. Throws a UsageError if there is no such account. */
async function findAccount(store: Store, accountId: string): Promise<Account> {
  const account = await store.findAccount(accountId);
  if (!account) throw new UsageError(`There is no account ${JSON.stringify(accountId)}. \`account list\` lists all.`);
  return account;
}

function rowOf({ id, mode, name, createdAt }: Account): AdminRow {
  return { account: id, mode, name, created: new Date(createdAt).toISOString() };
}

/** The default lifetime of a token, in milliseconds. It is limited, so that a lost and forgotten token does not work forever. */
const usualLife = 365 * 86_400_000;
const units = { h: 3_600_000, d: 86_400_000 } as const;

const mintToken: AdminCommand = {
  words: 'token mint',
  usage: 'ACCOUNT [--scopes A,B] [--expires 365d] [--label TEXT]',
  help: `create a token and print it; no command shows it again. Scopes: ${allScopes.join(', ')} (all).
      It expires after 365 days; --expires accepts hours (12h), days (90d), a date, or never`,
  argument: { name: 'ACCOUNT' },
  options: { scopes: { type: 'string' }, expires: { type: 'string' }, label: { type: 'string' } },
  async run({ store, now, randomBytes }, { argument = '', options }) {
    const scopes = readScopes(options.scopes);
    const expiresAt = readExpiry(options.expires, now);
    const label = typeof options.label === 'string' ? options.label.trim().slice(0, 100) : null;
    const { id: accountId, mode } = await findAccount(store, argument);
    const text = makeToken(randomBytes, mode);
    const token = { id: makeId('tok', now, randomBytes), accountId, scopes, label, createdAt: now, expiresAt, revokedAt: null };
    await store.saveToken(token, hashToken(text));
    return [{ ...tokenRowOf(token), token: text }];
  },
};

const listTokens: AdminCommand = {
  words: 'token list',
  usage: '[ACCOUNT]',
  help: 'list the tokens of an account, or of all',
  onlyReads: true,
  argument: { name: 'ACCOUNT', optional: true },
  async run({ store }, { argument }) {
    const account = argument === undefined ? undefined : await findAccount(store, argument);
    return (await store.listTokens(account?.id)).map(tokenRowOf);
  },
};

const revokeToken: AdminCommand = {
  words: 'token revoke',
  usage: 'TOKEN_ID',
  help: 'revoke a token immediately, by its id (tok_…)',
  argument: { name: 'TOKEN_ID' },
  async run({ store, now }, { argument = '' }) {
    const token = await store.revokeToken(argument, now);
    // The message does not repeat the argument, because an operator may have passed a token by mistake.
    if (!token) throw new UsageError('There is no token with this id. `token list` lists all; an id begins with tok_.');
    return [tokenRowOf(token)];
  },
};

/** The commands for accounts, tokens and callback secrets. */
export const accountCommands: readonly AdminCommand[] = [
  createAccount,
  listAccounts,
  mintToken,
  listTokens,
  revokeToken,
  rotateSecret,
];

/** Throws a UsageError if a database belongs to a sandbox. `why` explains why the command is not for a sandbox. */
export async function refuseSandbox(store: Store, why: string): Promise<void> {
  if ((await store.readMode()) !== 'sandbox') return;
  const setting = store.isShared ? 'DATABASE_URL' : 'DATA_DIR';
  throw new UsageError(`${store.place} belongs to a sandbox, ${why}. Set ${setting} to the live server's.`);
}

function readScopes(text: string | boolean | undefined): readonly Scope[] {
  if (typeof text !== 'string') return allScopes;
  const given = text.split(',').map((scope) => scope.trim());
  const unknown = given.find((scope) => !allScopes.some((known) => known === scope));
  if (unknown !== undefined)
    throw new UsageError(`--scopes: ${JSON.stringify(unknown)} is not a scope. Scopes are ${allScopes.join(', ')}.`);
  return allScopes.filter((scope) => given.includes(scope));
}

function readExpiry(text: string | boolean | undefined, now: number): number | null {
  if (text === 'never') return null;
  if (typeof text !== 'string') return now + usualLife;
  const [, count, unit] = /^([1-9]\d{0,4})([hd])$/.exec(text) ?? [];
  const time = count ? now + Number(count) * units[unit as keyof typeof units] : Date.parse(text);
  if ((!count && !/^\d{4}-\d\d-\d\d(T.*(Z|[+-]\d\d:\d\d))?$/.test(text)) || !(time > now))
    throw new UsageError(
      `--expires is ${JSON.stringify(text)}: set it to hours (12h), days (90d) or a future date (2027-01-31), or to never.`,
    );
  return time;
}

function tokenRowOf({ id, accountId, scopes, label, createdAt, expiresAt, revokedAt }: StoredToken): AdminRow {
  const dateOf = (time: number | null) => (time === null ? null : new Date(time).toISOString());
  const times = { created: dateOf(createdAt), expires: dateOf(expiresAt), revoked: dateOf(revokedAt) };
  return { id, account: accountId, scopes: scopes.join(' '), label, ...times };
}

/** The services that a command can use. */
export interface AdminServices {
  store: Store;
  dataDir: string;
  /** The URL of a PostgreSQL database. Without it, the database is a file in `dataDir`. */
  databaseUrl: string | undefined;
  /** The current time in milliseconds since 1970. */
  now: number;
  randomBytes: RandomBytes;
  /** Returns the key that seals callback secrets. Throws a StartError if no key is set. */
  callbackKey(): Promise<Buffer>;
  /** Returns the key that will replace the current one. Throws a StartError if no such key is set. */
  newCallbackKey(): Buffer;
}

/** The arguments and options after the command's words. */
export interface AdminInput {
  argument: string | undefined;
  options: Readonly<Record<string, string | boolean | undefined>>;
}

/** A row of a command's output: fields and their values. It is printed as text or as JSON. */
export type AdminRow = Readonly<Record<string, string | null>>;

/** A command for the operator of the server. */
export interface AdminCommand {
  /** The words by which the command is called, such as `account create`. */
  words: string;
  /** The arguments as the help text shows them, after the words. */
  usage: string;
  help: string;
  /** The argument that the command takes; undefined if it takes none. */
  argument?: { name: string; optional?: true };
  options?: Readonly<Record<string, { type: 'string' | 'boolean' }>>;
  /** Set if the command changes nothing. The trail then does not record it. */
  onlyReads?: true;
  /** Set if the command must not open the database, because opening would migrate the tables to the newest version. */
  opensNothing?: true;
  /** Set if the command creates the database. It then also runs before a database exists. */
  makesDatabase?: true;
  /** Runs the command. Throws a UsageError if the command cannot do what was asked. */
  run(services: AdminServices, input: AdminInput): Promise<readonly AdminRow[]>;
}
