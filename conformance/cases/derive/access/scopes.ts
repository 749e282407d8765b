import type { TokenWish } from '../../../src/adapter/adapter.ts';
import type { Case } from '../../../src/case/case.ts';
import { type Contract, operationById, requirementAbout } from '../../../src/contract/contract.ts';
import { type Exchange, responseObject } from '../../../src/http/exchange.ts';
import { broken, insteadOf } from '../../../src/outcome/finding.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import { requireAbility } from '../../../src/subject/require-ability.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { bodyToTry } from '../../play/body-to-try.ts';
import { furtherTokens, isDone, mintToken } from '../../play/mint-token.ts';

/** Checks whether a response refuses the token. Any status other than 401 and 403 shows that the deployment accepted it. */
const isRefused = ({ answer }: Exchange): boolean => answer?.status === 401 || answer?.status === 403;

/** Derives cases with tokens that lack an operation's scope, have it among others, have all scopes, or have this scope only. */
export function deriveScopes(contract: Contract, operationId: string): Case[] {
  const operation = operationById(contract, operationId);
  const { slug, scopes } = operation;
  if (scopes.length === 0) return [];
  const requirement = requirementAbout(operation, 'scope').id;
  const scope = scopes.join(' and ');
  const others = contract.scopes.filter((name) => !scopes.includes(name));
  const ask = async (subject: Subject, limited: Subject): Promise<Exchange> =>
    limited.send(requestFor(operation, await bodyToTry(subject, operation)));
  const one = (id: string, title: string, statement: string, run: Case['run']): Case => ({
    id: `${slug}/scopes/${id.replace(':', '-')}`,
    title: `${slug} with a token ${title}`,
    requirement: statement,
    operations: [slug],
    derived: true,
    proves: [`scope of ${operation.id}`],
    run,
  });
  const refused = (id: string, title: string, own: string[]): Case =>
    one(id, `that has ${title} is refused`, `${requirement}/lacking`, async ({ subject }) => {
      const exchange = await ask(subject, await mintToken(subject, { scopes: own }));
      return isRefused(exchange) ? [] : broken(contract, requirement, insteadOf('403 insufficient_scope', exchange));
    });
  const letIn = (id: string, title: string, statement: string, wishes: TokenWish[]): Case =>
    one(id, `${title} is let in`, statement, async ({ subject }) => {
      for (const wish of wishes) {
        const exchange = await ask(subject, await mintToken(subject, wish));
        if (isRefused(exchange)) return broken(contract, statement, insteadOf('neither 401 nor 403', exchange));
      }
      return [];
    });
  const [another] = others;
  return [
    {
      ...one('without', `that lacks ${scope} is refused`, `${requirement}/lacking`, async ({ subject, features }) => {
        const exchange = await ask(subject, await mintToken(subject, { scopes: others }));
        const code = exchange.answer && responseObject(exchange.answer)?.code;
        const isRight = !features.has('problem-details') || code === 'insufficient_scope';
        if (exchange.answer?.status === 403 && isRight) return [];
        const broke = isRefused(exchange) ? 'missing-scope-is-403' : requirement;
        return broken(contract, broke, insteadOf('403 insufficient_scope', exchange));
      }),
      covers: ['missing-scope-is-403'],
      problem: 'insufficient_scope',
    },
    // A faulty server may require only one of the scopes, or only a certain number of scopes.
    ...(scopes.length > 1 ? scopes : []).map((lacking) =>
      refused(
        `all-but-${lacking}`,
        `every scope but ${lacking}`,
        contract.scopes.filter((name) => name !== lacking),
      ),
    ),
    ...others.map((other) => refused(`only-${other}`, `${other} and nothing else`, [other])),
    one(
      'taken-away',
      'is refused once its scope was taken away, also a live token and one of another account',
      `${requirement}/taken-away`,
      async ({ subject, features }) => {
        const narrow = requireAbility(subject, 'narrowToken', 'A token whose scopes can be taken away is needed');
        for (const further of await furtherTokens(subject, features)) {
          const { token: full, owner } = further;
          const before = await ask(subject, full);
          // A test deployment may reject live tokens. If this one does, the live token is left out.
          if (before.answer?.status === 401) continue;
          if (!(await isDone(subject, further, narrow(full.settings.token, others, owner.settings)))) continue;
          const exchange = await ask(subject, full);
          if (isRefused(exchange)) continue;
          const about = insteadOf('403 insufficient_scope', exchange);
          return broken(contract, requirement, { ...about, exchanges: [before, exchange] });
        }
        return [];
      },
    ),
    letIn('with', 'that was minted without scopes', 'token-scopes-default-all', [{}]),
    letIn('alone', `that has ${scope} and nothing else`, `${requirement}/enough`, [{ scopes }]),
    ...(another === undefined
      ? []
      : [
          letIn('among-others', `that has ${scope} after another scope, or before one,`, `${requirement}/enough`, [
            { scopes: [another, ...scopes] },
            { scopes: [...scopes, another] },
          ]),
        ]),
  ];
}
