import type { TokenWish } from '../../src/adapter/adapter.ts';
import { operationById } from '../../src/contract/contract.ts';
import { CaseSkipped, nullIfSkipped } from '../../src/outcome/case-skipped.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { withToken } from '../../src/subject/switch-account.ts';

/** Returns a subject with a further token of the run's account. Skips the case if the adapter mints none. */
export async function mintToken(subject: Subject, wish: TokenWish): Promise<Subject> {
  const token = await requireAbility(subject, 'mintToken', 'A further token is needed')(wish, subject.settings);
  if (token === null)
    throw new CaseSkipped(`The adapter mints no token ${JSON.stringify(wish)} here.`, `mintToken with ${JSON.stringify(wish)}`);
  return withToken(subject, token);
}

/** Returns subjects with a further token of the account and, if the adapter mints one, a live token, which may be unknown. */
export async function testAndLive(subject: Subject): Promise<[Subject, ...Subject[]]> {
  const test = await mintToken(subject, {});
  const live = await mintToken(subject, { live: true }).catch(() => null);
  return live ? [test, live] : [test];
}

/** Returns a subject with a token that has every scope except an operation's. */
export function withoutScopeOf(subject: Subject, operationId: string): Promise<Subject> {
  const needed = operationById(subject.contract, operationId).scopes;
  return mintToken(subject, { scopes: subject.contract.scopes.filter((scope) => !needed.includes(scope)) });
}

/** Returns a subject with another token of the account; with the run's token if the adapter mints none. */
export const anotherToken = async (subject: Subject): Promise<Subject> =>
  (await mintToken(subject, {}).catch(nullIfSkipped)) ?? subject;
