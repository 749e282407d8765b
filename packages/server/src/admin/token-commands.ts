import { makeId } from '@payment-invoice/kit/ids';
import { allScopes, hashToken, makeToken, type Scope } from '@payment-invoice/kit/tokens';
import { UsageError } from '../errors/usage-error.ts';
import type { StoredToken } from '../store/account-store.ts';
import { findAccount } from './account-commands.ts';
import type { AdminCommand, AdminRow } from './admin-command.ts';

/**
 * The default lifetime of a minted token in milliseconds. It is limited so that a lost and forgotten token does not
 * work forever.
 */
const usualLife = 365 * 86_400_000;
const units = { h: 3_600_000, d: 86_400_000 } as const;

/** Makes a token for an account, with the account's mode. */
export const mintToken: AdminCommand = {
  words: 'token mint',
  usage: 'ACCOUNT [--scopes A,B] [--expires 365d] [--label TEXT]',
  help: `make a token and print it, this once; scopes: ${allScopes.join(', ')} (all).
      It ends after 365 days; --expires takes hours (12h), days (90d), a date or never`,
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
    return [{ ...rowOf(token), token: text }];
  },
};

/** Lists tokens without their text, which is not stored. */
export const listTokens: AdminCommand = {
  words: 'token list',
  usage: '[ACCOUNT]',
  help: 'show the tokens of an account, or all',
  onlyReads: true,
  argument: { name: 'ACCOUNT', optional: true },
  async run({ store }, { argument }) {
    const account = argument === undefined ? undefined : await findAccount(store, argument);
    return (await store.listTokens(account?.id)).map(rowOf);
  },
};

/** Revokes a token. The next request with it is refused. */
export const revokeToken: AdminCommand = {
  words: 'token revoke',
  usage: 'TOKEN_ID',
  help: 'end a token at once, by its id (tok_…)',
  argument: { name: 'TOKEN_ID' },
  async run({ store, now }, { argument = '' }) {
    const token = await store.revokeToken(argument, now);
    // The argument may be a token itself, so the message does not repeat it.
    if (!token) throw new UsageError('There is no token of this id. `token list` shows those there are; an id begins with tok_.');
    return [rowOf(token)];
  },
};

function readScopes(text: string | boolean | undefined): readonly Scope[] {
  if (typeof text !== 'string') return allScopes;
  const given = text.split(',').map((scope) => scope.trim());
  const unknown = given.find((scope) => !allScopes.some((known) => known === scope));
  if (unknown !== undefined) {
    throw new UsageError(`--scopes: there is no scope ${JSON.stringify(unknown)}. Scopes are ${allScopes.join(', ')}.`);
  }
  return allScopes.filter((scope) => given.includes(scope));
}

function readExpiry(text: string | boolean | undefined, now: number): number | null {
  if (text === 'never') return null;
  if (typeof text !== 'string') return now + usualLife;
  const [, count, unit] = /^([1-9]\d{0,4})([hd])$/.exec(text) ?? [];
  const time = count ? now + Number(count) * units[unit as keyof typeof units] : Date.parse(text);
  if ((!count && !/^\d{4}-\d\d-\d\d(T.*(Z|[+-]\d\d:\d\d))?$/.test(text)) || !(time > now)) {
    throw new UsageError(
      `--expires is ${JSON.stringify(text)}: set it to hours (12h), days (90d) or a date that is to come (2027-01-31), or to never.`,
    );
  }
  return time;
}

function rowOf({ id, accountId, scopes, label, createdAt, expiresAt, revokedAt }: StoredToken): AdminRow {
  const dateOf = (time: number | null) => (time === null ? null : new Date(time).toISOString());
  const times = { created: dateOf(createdAt), expires: dateOf(expiresAt), revoked: dateOf(revokedAt) };
  return { id, account: accountId, scopes: scopes.join(' '), label, ...times };
}
