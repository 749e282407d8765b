import type { TokenWish } from '../../src/adapter/adapter.ts';
import type { Case } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { answerObject, type Exchange, isSuccess } from '../../src/http/exchange.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { makeFinding } from '../../src/outcome/make-finding.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { sharedCreate } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { withToken } from '../../src/subject/switch-account.ts';
import { imitateId } from './imitate-id.ts';

const scopes = ['invoices:write', 'receipts:write', 'invoices:read'] as const;

const operations = [
  {
    slug: 'create-payment',
    scope: 'invoices:write',
    requirement: 'create-needs-scope',
    ask: (subject: Subject) => subject.create(),
  },
  {
    slug: 'submit-receipt',
    scope: 'receipts:write',
    requirement: 'submit-needs-scope',
    ask: (subject: Subject, id: unknown) => subject.submit(id, 'made-up-receipt'),
  },
  {
    slug: 'fetch-payment',
    scope: 'invoices:read',
    requirement: 'fetch-needs-scope',
    ask: (subject: Subject, id: unknown) => subject.fetch(id),
  },
] as const;

/** Tokens that may not do all, or nothing any more. They come from the adapter. */
export function tokenCases(contract: Contract): Case[] {
  return [
    ...operations.flatMap(({ slug, scope, requirement, ask }): Case[] => [
      {
        id: `${slug}/scopes/without`,
        title: `${slug} with a token that lacks ${scope} is refused`,
        requirement,
        covers: ['missing-scope-is-403'],
        operations: [slug],
        async run({ subject, features }) {
          const limited = await minted(subject, { scopes: scopes.filter((name) => name !== scope) });
          const exchange = await ask(limited, invoiceOf(await sharedCreate(subject)).id);
          const status = exchange.answer?.status;
          const received = `${status} ${showValue(exchange.answer?.text)}`;
          // Whatever is told of the body or the invoice, the token was let in.
          if (status !== 401 && status !== 403)
            return [makeFinding(contract, requirement, { expected: '403 insufficient_scope', received, exchanges: [exchange] })];
          const code = exchange.answer && answerObject(exchange.answer)?.code;
          if (status === 403 && (!features.has('problem-details') || code === 'insufficient_scope')) return [];
          return [
            makeFinding(contract, 'missing-scope-is-403', {
              expected: '403 insufficient_scope',
              received,
              exchanges: [exchange],
            }),
          ];
        },
      },
      {
        id: `${slug}/scopes/with`,
        title: `${slug} with a token that was minted without scopes is let in`,
        requirement: 'token-scopes-default-all',
        operations: [slug],
        async run({ subject }) {
          const full = await minted(subject, {});
          const exchange = await ask(full, invoiceOf(await sharedCreate(subject)).id);
          if (![401, 403].includes(exchange.answer?.status ?? 0)) return [];
          return [makeFinding(contract, 'token-scopes-default-all', refusedAlthough('neither 401 nor 403', exchange))];
        },
      },
    ]),
    ...operations.map(
      ({ slug, scope, ask }): Case => ({
        id: `${slug}/scopes/alone`,
        title: `${slug} with a token that has ${scope} alone is let in`,
        requirement: `${slug.split('-')[0]}-needs-scope`,
        operations: [slug],
        async run({ subject }) {
          const limited = await minted(subject, { scopes: [scope] });
          const exchange = await ask(limited, invoiceOf(await sharedCreate(subject)).id);
          if (![401, 403].includes(exchange.answer?.status ?? 0)) return [];
          return [makeFinding(contract, `${slug.split('-')[0]}-needs-scope`, refusedAlthough('neither 401 nor 403', exchange))];
        },
      }),
    ),
    {
      id: 'authentication/revoked-token',
      title: 'A revoked token is refused by every operation',
      requirement: 'token-revoked-at-once',
      operations: ['create-payment', 'fetch-payment'],
      async run({ subject }) {
        const revoked = await minted(subject, { revoked: true });
        const { id } = invoiceOf(await sharedCreate(subject));
        for (const { ask } of operations) {
          const exchange = await ask(revoked, id);
          if (exchange.answer?.status === 401) continue;
          return [makeFinding(contract, 'token-revoked-at-once', refusedAlthough('401', exchange))];
        }
        return [];
      },
    },
    {
      id: 'authentication/live-token',
      title: 'A live token does not see a test invoice',
      requirement: 'test-tokens-apart',
      operations: ['create-payment', 'fetch-payment'],
      async run({ subject }) {
        const live = await minted(subject, { live: true });
        const exchange = await live.fetch(invoiceOf(await sharedCreate(subject)).id);
        if (exchange.answer && !isSuccess(exchange.answer)) return [];
        return [makeFinding(contract, 'test-tokens-apart', refusedAlthough('no success', exchange))];
      },
    },
    {
      id: 'authentication/live-invoice',
      title: 'A test token does not see a live invoice',
      requirement: 'test-tokens-apart',
      operations: ['create-payment', 'fetch-payment'],
      async run({ subject }) {
        const live = await minted(subject, { live: true });
        const created = await live.create();
        // Where a live token makes nothing, there is nothing to be seen.
        if (created.answer?.status === 401 || created.answer?.status === 403) return [];
        const exchange = await subject.fetch(invoiceOf(created).id);
        if (exchange.answer && !isSuccess(exchange.answer)) return [];
        return [makeFinding(contract, 'test-tokens-apart', refusedAlthough('no success', exchange))];
      },
    },
    {
      id: 'authentication/live-token-at-submit',
      title: 'A live token submits for a test invoice as for an unknown one',
      requirement: 'test-tokens-apart',
      operations: ['create-payment', 'submit-receipt'],
      async run({ subject }) {
        const live = await minted(subject, { live: true });
        const { id } = invoiceOf(await sharedCreate(subject));
        const [known, unknown] = [
          await live.submit(id, 'made-up-receipt'),
          await live.submit(imitateId(String(id)), 'made-up-receipt'),
        ];
        if (known.answer?.status === unknown.answer?.status) return [];
        return [
          makeFinding(contract, 'test-tokens-apart', {
            ...refusedAlthough(`${unknown.answer?.status}, as for an unknown invoice`, known),
            exchanges: [unknown, known],
          }),
        ];
      },
    },
  ];
}

async function minted(subject: Subject, wish: TokenWish): Promise<Subject> {
  const token = await requireAbility(subject, 'mintToken', 'A further token is needed')(wish, subject.settings);
  if (token === null) throw new CaseSkipped(`The adapter mints no token ${JSON.stringify(wish)} here.`);
  return withToken(subject, token);
}

function refusedAlthough(expected: string, exchange: Exchange): { expected: string; received: string; exchanges: Exchange[] } {
  return { expected, received: `${exchange.answer?.status} ${showValue(exchange.answer?.text)}`, exchanges: [exchange] };
}
