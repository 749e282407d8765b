import { makeId } from '@payment-invoice/kit/ids';
import { giveSecret } from '../callbacks/callback-key.ts';
import { UsageError } from '../errors/usage-error.ts';
import type { Account } from '../store/account-store.ts';
import type { Store } from '../store/store.ts';
import type { AdminCommand, AdminRow } from './admin-command.ts';

/** The maximum number of characters in an account's name. */
const longest = 100;

export const createAccount: AdminCommand = {
  words: 'account create',
  usage: '[--live | --test] [--name NAME]',
  help: 'make an account (test, unless --live) and print its callback secret, this once',
  options: { live: { type: 'boolean' }, test: { type: 'boolean' }, name: { type: 'string' } },
  makesDatabase: true,
  async run({ store, now, randomBytes, callbackKey }, { options: { live, test, name } }) {
    if (live && test) throw new UsageError('--live and --test exclude each other: an account has one mode.');
    if (typeof name === 'string' && (name.trim() === '' || name.length > longest)) {
      throw new UsageError(`--name takes 1 to ${longest} characters.`);
    }
    if (live && (await store.readMode()) === 'sandbox') {
      const setting = store.isShared ? 'DATABASE_URL' : 'DATA_DIR';
      throw new UsageError(
        `${store.place} is the data of a sandbox, which takes no live account. Set ${setting} to the live server's.`,
      );
    }
    const key = await callbackKey();
    const account: Account = {
      id: makeId('acc', now, randomBytes),
      mode: live ? 'live' : 'test',
      name: typeof name === 'string' ? name.trim() : null,
      createdAt: now,
    };
    await store.createAccount(account);
    return [{ ...rowOf(account), callbackSecret: await giveSecret(store, account.id, key, now, randomBytes) }];
  },
};

export const listAccounts: AdminCommand = {
  words: 'account list',
  usage: '',
  help: 'show every account',
  onlyReads: true,
  run: async ({ store }) => (await store.listAccounts()).map(rowOf),
};

/** Gives an account a new callback secret. For a day both secrets sign, the old one and the new one. */
export const rotateSecret: AdminCommand = {
  words: 'secret rotate',
  usage: 'ACCOUNT',
  help: 'make a new callback secret and print it, this once; the old one signs beside it for 24 hours',
  argument: { name: 'ACCOUNT' },
  async run({ store, now, randomBytes, callbackKey }, { argument = '' }) {
    const { id } = await findAccount(store, argument);
    return [{ account: id, callbackSecret: await giveSecret(store, id, await callbackKey(), now, randomBytes) }];
  },
};

/**
 * Finds an account by its id.
 * @throws UsageError when there is no such account
 */
export async function findAccount(store: Store, accountId: string): Promise<Account> {
  const account = await store.findAccount(accountId);
  if (!account) throw new UsageError(`There is no account ${JSON.stringify(accountId)}. \`account list\` shows those there are.`);
  return account;
}

function rowOf({ id, mode, name, createdAt }: Account): AdminRow {
  return { account: id, mode, name, created: new Date(createdAt).toISOString() };
}
