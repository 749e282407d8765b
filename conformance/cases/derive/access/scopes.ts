import type { Case, CaseContext } from '../../../src/case/case.ts';
import { type Contract, operationById, requirementAbout } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { type Exchange, responseObject } from '../../../src/http/exchange.ts';
import { broken, insteadOf } from '../../../src/outcome/finding.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import { requireAbility } from '../../../src/subject/require-ability.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { bodyToTry } from '../../play/body-to-try.ts';
import { furtherTokens, isDone, mintToken } from '../../play/mint-token.ts';

/**
 * Derives the scope cases of an operation. They use a token without the operation's scope, one with several scopes including it,
 * one with all scopes, and one with this scope only.
 */
export function deriveScopes(contract: Contract, operationId: string): Case[] {
  const operation = operationById(contract, operationId);
  const { slug, scopes } = operation;
  if (scopes.length === 0) return [];
  const requirement = requirementAbout(operation, 'scope').id;
  const scope = scopes.join(' and ');
  const ask = async (subject: Subject, limited: Subject): Promise<Exchange> =>
    limited.send(requestFor(operation, await bodyToTry(subject, operation)));
  const about = { operations: [slug], derived: true, proves: [`scope of ${operation.id}`] };
  return [
    {
      id: `${slug}/scopes/without`,
      title: `${slug} with a token that lacks ${scope} is refused`,
      requirement: `${requirement}/lacking`,
      covers: ['missing-scope-is-403'],
      problem: 'insufficient_scope',
      ...about,
      async run({ subject, features }) {
        const limited = await mintToken(subject, { scopes: contract.scopes.filter((name) => !scopes.includes(name)) });
        const exchange = await ask(subject, limited);
        const status = exchange.answer?.status;
        const received = `${status} ${showValue(exchange.answer?.text)}`;
        // Any status other than 401 and 403 shows that the deployment accepted the token.
        if (status !== 401 && status !== 403)
          return broken(contract, requirement, { expected: '403 insufficient_scope', received, exchanges: [exchange] });
        const code = exchange.answer && responseObject(exchange.answer)?.code;
        if (status === 403 && (!features.has('problem-details') || code === 'insufficient_scope')) return [];
        return broken(contract, 'missing-scope-is-403', { expected: '403 insufficient_scope', received, exchanges: [exchange] });
      },
    },
    // A faulty server may require only one of the scopes, or only a certain number of scopes.
    ...(scopes.length > 1 ? scopes : []).map((lacking) => ({
      ...about,
      id: `${slug}/scopes/all-but-${lacking.replace(':', '-')}`,
      title: `${slug} with a token that has every scope but ${lacking} is refused`,
      requirement: `${requirement}/lacking`,
      async run({ subject }: CaseContext) {
        const limited = await mintToken(subject, { scopes: contract.scopes.filter((name) => name !== lacking) });
        const exchange = await ask(subject, limited);
        if ([401, 403].includes(exchange.answer?.status ?? 0)) return [];
        return broken(contract, requirement, insteadOf('403 insufficient_scope', exchange));
      },
    })),
    ...contract.scopes
      .filter((other) => !scopes.includes(other))
      .map((other) => ({
        ...about,
        id: `${slug}/scopes/only-${other.replace(':', '-')}`,
        title: `${slug} with a token that has ${other} and nothing else is refused`,
        requirement: `${requirement}/lacking`,
        async run({ subject }: CaseContext) {
          const exchange = await ask(subject, await mintToken(subject, { scopes: [other] }));
          if ([401, 403].includes(exchange.answer?.status ?? 0)) return [];
          return broken(contract, requirement, insteadOf('403 insufficient_scope', exchange));
        },
      })),
    {
      id: `${slug}/scopes/taken-away`,
      title: `${slug} with a token is refused once its scope was taken away, also a live token and one of another account`,
      requirement: `${requirement}/taken-away`,
      ...about,
      async run({ subject, features }) {
        const narrow = requireAbility(subject, 'narrowToken', 'A token whose scopes can be taken away is needed');
        const others = contract.scopes.filter((name) => !scopes.includes(name));
        for (const further of await furtherTokens(subject, features)) {
          const { token: full, owner } = further;
          const before = await ask(subject, full);
          // A test deployment may reject live tokens. If this one does, the live token is left out.
          if (before.answer?.status === 401) continue;
          if (!(await isDone(subject, further, narrow(full.settings.token, others, owner.settings)))) continue;
          const exchange = await ask(subject, full);
          if ([401, 403].includes(exchange.answer?.status ?? 0)) continue;
          return broken(contract, requirement, {
            ...insteadOf('403 insufficient_scope', exchange),
            exchanges: [before, exchange],
          });
        }
        return [];
      },
    },
    {
      id: `${slug}/scopes/with`,
      title: `${slug} with a token that was minted without scopes is let in`,
      requirement: 'token-scopes-default-all',
      ...about,
      async run({ subject }) {
        const full = await mintToken(subject, {});
        const exchange = await ask(subject, full);
        if (![401, 403].includes(exchange.answer?.status ?? 0)) return [];
        return broken(contract, 'token-scopes-default-all', insteadOf('neither 401 nor 403', exchange));
      },
    },
    {
      id: `${slug}/scopes/alone`,
      title: `${slug} with a token that has ${scope} and nothing else is let in`,
      requirement: `${requirement}/enough`,
      ...about,
      async run({ subject }) {
        const limited = await mintToken(subject, { scopes });
        const exchange = await ask(subject, limited);
        if (![401, 403].includes(exchange.answer?.status ?? 0)) return [];
        return broken(contract, requirement, insteadOf('neither 401 nor 403', exchange));
      },
    },
    ...(contract.scopes.length > scopes.length
      ? [
          {
            ...about,
            id: `${slug}/scopes/among-others`,
            title: `${slug} with a token that has ${scope} after another scope, or before one, is let in`,
            requirement: `${requirement}/enough`,
            async run({ subject }: CaseContext) {
              const others = contract.scopes.filter((name) => !scopes.includes(name)).slice(0, 1);
              for (const listed of [
                [...others, ...scopes],
                [...scopes, ...others],
              ]) {
                const exchange = await ask(subject, await mintToken(subject, { scopes: listed }));
                if ([401, 403].includes(exchange.answer?.status ?? 0))
                  return broken(contract, requirement, insteadOf('neither 401 nor 403', exchange));
              }
              return [];
            },
          },
        ]
      : []),
  ];
}
