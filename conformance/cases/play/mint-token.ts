import type { TokenWish } from '../../src/adapter/adapter.ts';
import { operationById } from '../../src/contract/contract.ts';
import { hasSucceeded } from '../../src/http/exchange.ts';
import { CaseSkipped, nullIfSkipped } from '../../src/outcome/case-skipped.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { invoiceOf } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { otherOf, withToken } from '../../src/subject/switch-account.ts';

/** Returns a subject with another token of the run's account. Skips the case if the adapter cannot mint tokens. */
export async function mintToken(subject: Subject, wish: TokenWish): Promise<Subject> {
  const token = await requireAbility(subject, 'mintToken', 'A further token is needed')(wish, subject.settings);
  if (token === null)
    throw new CaseSkipped(`The adapter mints no token ${JSON.stringify(wish)} here.`, `mintToken with ${JSON.stringify(wish)}`);
  return withToken(subject, token);
}

/** Returns subjects with another token of the account and, if the adapter can mint one, a live token, which may be refused. */
export async function testAndLive(subject: Subject): Promise<[Subject, ...Subject[]]> {
  const test = await mintToken(subject, {});
  const live = await mintToken(subject, { live: true }).catch(() => null);
  return live ? [test, live] : [test];
}

/** A minted token, and the account that it belongs to. */
export interface FurtherToken {
  token: Subject;
  owner: Subject;
}

/** Mints a token of the other account. Returns undefined if no other account is known, or if the token cannot read invoices. */
export async function tokenOfOther(
  subject: Subject,
  features: ReadonlySet<string>,
  mint: (other: Subject) => Promise<string | null>,
): Promise<FurtherToken | undefined> {
  const owner = features.has('ownership') ? otherOf(subject) : undefined;
  if (owner === undefined) return undefined;
  try {
    const made = await mint(owner);
    if (typeof made !== 'string') return undefined;
    const token = withToken(subject, made);
    const created = await subject.share('invoice of the other account', () => owner.create());
    return hasSucceeded(await token.fetch(invoiceOf(created).id)) ? { token, owner } : undefined;
  } catch {
    return undefined;
  }
}

/** Waits until the adapter has changed a token. Returns false if the adapter cannot do that for a token of the other account. */
export async function isDone(subject: Subject, { owner }: FurtherToken, work: Promise<unknown>): Promise<boolean> {
  if (owner === subject) return work.then(() => true);
  return work.then((result) => result !== null).catch(() => false);
}

/** Returns the tokens of `testAndLive` and, if the adapter can mint one, a token of the other account. */
export async function furtherTokens(subject: Subject, features: ReadonlySet<string>): Promise<[FurtherToken, ...FurtherToken[]]> {
  const [test, ...live] = await testAndLive(subject);
  const ofOther = await tokenOfOther(subject, features, async (other) =>
    requireAbility(other, 'mintToken', 'A further token is needed')({}, other.settings),
  );
  return [{ token: test, owner: subject }, ...live.map((token) => ({ token, owner: subject })), ...(ofOther ? [ofOther] : [])];
}

/** Returns every scope except an operation's. */
export function scopesWithout({ contract }: Subject, operationId: string): string[] {
  const needed = operationById(contract, operationId).scopes;
  return contract.scopes.filter((scope) => !needed.includes(scope));
}

/** Returns a subject with a token that has every scope except an operation's. */
export const withoutScopeOf = (subject: Subject, operationId: string): Promise<Subject> =>
  mintToken(subject, { scopes: scopesWithout(subject, operationId) });

/** Returns a subject with another token of the account, or with the run's token if the adapter cannot mint one. */
export const anotherToken = async (subject: Subject): Promise<Subject> =>
  (await mintToken(subject, {}).catch(nullIfSkipped)) ?? subject;
