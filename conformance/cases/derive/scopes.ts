import type { Case } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { type Exchange, responseObject } from '../../src/http/exchange.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { sharedCreate } from '../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { mintToken } from '../play/mint-token.ts';
import { refusedAlthough } from './refused-although.ts';

const scopes = ['invoices:write', 'receipts:write', 'invoices:read'] as const;

/** Derives the cases of an operation and tokens that lack its scope, have all scopes, or have no other. */
export function deriveScopes(
  contract: Contract,
  slug: string,
  scope: (typeof scopes)[number],
  ask: (subject: Subject, id: unknown) => Promise<Exchange>,
): Case[] {
  const requirement = `${slug.split('-')[0]}-needs-scope`;
  return [
    {
      id: `${slug}/scopes/without`,
      title: `${slug} with a token that lacks ${scope} is refused`,
      requirement,
      covers: ['missing-scope-is-403'],
      operations: [slug],
      async run({ subject, features }) {
        const limited = await mintToken(subject, { scopes: scopes.filter((name) => name !== scope) });
        const exchange = await ask(limited, invoiceOf(await sharedCreate(subject)).id);
        const status = exchange.answer?.status;
        const received = `${status} ${showValue(exchange.answer?.text)}`;
        // Any other response shows that the token was accepted.
        if (status !== 401 && status !== 403)
          return broken(contract, requirement, { expected: '403 insufficient_scope', received, exchanges: [exchange] });
        const code = exchange.answer && responseObject(exchange.answer)?.code;
        if (status === 403 && (!features.has('problem-details') || code === 'insufficient_scope')) return [];
        return broken(contract, 'missing-scope-is-403', { expected: '403 insufficient_scope', received, exchanges: [exchange] });
      },
    },
    {
      id: `${slug}/scopes/with`,
      title: `${slug} with a token that was minted without scopes is let in`,
      requirement: 'token-scopes-default-all',
      operations: [slug],
      async run({ subject }) {
        const full = await mintToken(subject, {});
        const exchange = await ask(full, invoiceOf(await sharedCreate(subject)).id);
        if (![401, 403].includes(exchange.answer?.status ?? 0)) return [];
        return broken(contract, 'token-scopes-default-all', refusedAlthough('neither 401 nor 403', exchange));
      },
    },
    {
      id: `${slug}/scopes/alone`,
      title: `${slug} with a token that has ${scope} alone is let in`,
      requirement,
      operations: [slug],
      async run({ subject }) {
        const limited = await mintToken(subject, { scopes: [scope] });
        const exchange = await ask(limited, invoiceOf(await sharedCreate(subject)).id);
        if (![401, 403].includes(exchange.answer?.status ?? 0)) return [];
        return broken(contract, requirement, refusedAlthough('neither 401 nor 403', exchange));
      },
    },
    {
      id: `${slug}/scopes/none`,
      title: `${slug} with a token that was minted with an empty list of scopes is refused`,
      requirement: 'missing-scope-is-403',
      operations: [slug],
      async run({ subject }) {
        const limited = await mintToken(subject, { scopes: [] });
        const exchange = await ask(limited, invoiceOf(await sharedCreate(subject)).id);
        if (exchange.answer?.status === 403) return [];
        return broken(contract, 'missing-scope-is-403', refusedAlthough('403 insufficient_scope', exchange));
      },
    },
  ];
}
