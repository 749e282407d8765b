import { type Contract, requirementAbout } from '../contract/contract.ts';
import { readerOf } from '../contract/main-object.ts';
import { type Exchange, sendsOtherToken, sendsToken } from '../http/exchange.ts';
import { broken, type Finding } from '../outcome/finding.ts';
import { naming, requestFor } from '../subject/request-for.ts';
import type { Shown } from './shown-invoices.ts';

/** Checks that an account never gets a 404 for its own invoice. A case whose first fetch gets one stops without reporting it. */
export function checkFound(contract: Contract, exchanges: readonly Exchange[], shown: readonly Shown[]): Finding[] {
  const fetch = readerOf(contract);
  const keyOf = ({ method, path, body }: Exchange['request']): string => `${method} ${path} ${body ?? ''}`;
  const created = new Map(
    shown
      .filter(({ operation }) => operation.creates)
      .map(({ invoice, exchange }) => [keyOf(requestFor(fetch, naming(fetch, invoice.id))), exchange]),
  );
  const lost = exchanges.find(({ request, answer: response }) => {
    const maker = response?.status === 404 ? created.get(keyOf(request))?.request : undefined;
    return maker && [sendsToken, sendsOtherToken].some((sends) => sends(maker) && sends(request));
  });
  if (lost === undefined) return [];
  return broken(contract, requirementAbout(fetch, 'success').id, {
    expected: 'the invoice that its create returned to the same account',
    received: `404 ${lost.answer?.text}`,
    exchanges: [created.get(keyOf(lost.request)) ?? [], lost].flat(),
  });
}
