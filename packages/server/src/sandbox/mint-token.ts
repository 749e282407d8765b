import { makeId } from '@payment-invoice/kit/ids';
import { allScopes, hashToken, makeToken, type Principal, type Scope } from '@payment-invoice/kit/tokens';
import { ProblemError } from '@payment-invoice/stubs';
import type { Services } from '../handlers/services.ts';
import { flag, type JsonObject, readFields, refuseFields, secondsFrom } from './act-on-json.ts';
import type { SandboxIdentity } from './sandbox-identity.ts';

/** The tokens that the sandbox prints whenever it starts. */
type DemoTokens = Pick<SandboxIdentity, 'token' | 'otherToken'>;

/** The rules for the fields `token` and `scopes`. The list of scopes may be empty. */
const rules = {
  token: { required: true, type: 'string', must: 'a token of your account' },
  scopes: {
    type: 'object',
    isRight: (value: unknown) =>
      Array.isArray(value) && new Set(value).size === value.length && value.every((scope) => allScopes.includes(scope)),
    must: `a list of ${allScopes.join(', ')}, each once`,
  },
} as const;

/**
 * Makes another token for the same account: `POST /sandbox/tokens`. The new token has the scopes of the request's token, or
 * only those in `scopes`. It expires at the same time, or after `expiresIn` seconds if that is earlier. With `revoked`, it is
 * already revoked. With `live`, it has the prefix of live tokens, which a sandbox never accepts.
 */
export async function mintSandboxToken(body: JsonObject, by: Principal, { store, now, randomBytes }: Services) {
  const { accountId, scopes, expiresAt: end } = by;
  const fields = { scopes: rules.scopes, expiresIn: secondsFrom(1), revoked: flag, live: flag };
  const given: { scopes?: Scope[]; expiresIn?: number; revoked?: boolean; live?: boolean } = readFields(body, fields);
  const createdAt = now();
  const id = makeId('tok', createdAt, randomBytes);
  const token = makeToken(randomBytes, given.live ? 'live' : 'test');
  const missing = given.scopes?.find((scope) => !scopes.includes(scope));
  if (missing !== undefined)
    throw new ProblemError('insufficient_scope', `The token lacks the scope ${missing}, so it cannot make one that has it.`);
  const asked = given.expiresIn === undefined ? null : createdAt + given.expiresIn * 1000;
  const expiresAt = end === null ? asked : Math.min(end, asked ?? end);
  const kept = { id, accountId, scopes: given.scopes ?? scopes, label: 'POST /sandbox/tokens', createdAt, expiresAt };
  await store.saveToken({ ...kept, revokedAt: given.revoked ? createdAt : null }, hashToken(token));
  return { token };
}

/** Revokes a token of the same account: `POST /sandbox/tokens/revoke`. */
export async function revokeSandboxToken(body: JsonObject, { accountId }: Principal, services: Services, demo: DemoTokens) {
  const { store, now } = services;
  const { token } = readFields(body, { token: rules.token });
  const found = await findChangeable(String(token), accountId, store, demo);
  if (!found) return { revoked: false };
  await store.revokeToken(found.id, now());
  return { revoked: true };
}

/** Removes all scopes except the given ones from a token of the caller's account: `POST /sandbox/tokens/scopes`. */
export async function narrowSandboxToken(body: JsonObject, { accountId }: Principal, { store }: Services, demo: DemoTokens) {
  const fields = { token: rules.token, scopes: { ...rules.scopes, required: true } } as const;
  const { token, scopes } = readFields(body, fields) as { token: string; scopes: Scope[] };
  const found = await findChangeable(token, accountId, store, demo);
  if (!found) return { narrowed: false };
  const left = found.scopes.filter((scope) => scopes.includes(scope));
  await store.narrowToken(found.id, left);
  return { narrowed: true, scopes: left };
}

/** Finds a token of the account; undefined if unknown. Throws for a demo token: every start prints it, so it must not change. */
async function findChangeable(token: string, accountId: string, store: Services['store'], demo: DemoTokens) {
  const found = await store.findToken(hashToken(token));
  if (found?.accountId !== accountId) return undefined;
  if (token !== demo.token && token !== demo.otherToken) return found;
  const detail = 'token must not be one that the sandbox prints when it starts. Make another with POST /sandbox/tokens.';
  throw refuseFields([{ pointer: '/token', code: 'pattern', detail }]);
}
