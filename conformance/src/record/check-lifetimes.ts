import { type Contract, echoOf, operationById } from '../contract/contract.ts';
import { showValue } from '../contract/describe-schema.ts';
import { relationsOf } from '../contract/relations.ts';
import { requestObject } from '../http/exchange.ts';
import type { Finding } from '../outcome/finding.ts';
import { broken } from '../outcome/make-finding.ts';
import { readTime } from '../text/read-time.ts';
import type { Shown } from './shown-invoices.ts';

/** Milliseconds by which lifetimes may differ, because the two times may be read at different moments and be rounded. */
const slack = 5000;

/**
 * Checks that all invoices of the run have the same lifetime, because the operator sets it and not the create. Creates with a
 * field that the contract has added and that no invoice repeats are left out, because such a field may set the lifetime; so are
 * creates with a field whose value the contract adds to createdAt.
 */
export function checkLifetimes(contract: Contract, shown: readonly Shown[]): Finding[] {
  const { request, response } = operationById(contract, 'createPayment');
  const setting = relationsOf(response).flatMap(({ property, plus }) =>
    property === 'expiresAt' && plus !== undefined ? [plus] : [],
  );
  const repeated = Object.entries(response.properties ?? {}).flatMap(([name, schema]) =>
    setting.includes(name) ? [] : (echoOf(name, schema)?.sent ?? []),
  );
  const maySetIt = Object.keys(request.properties ?? {}).filter((name) => name !== 'callbackUrl' && !repeated.includes(name));
  const lives = shown
    .filter(({ isNew, exchange }) => isNew && !maySetIt.some((name) => name in (requestObject(exchange) ?? {})))
    .map(({ exchange, invoice }) => ({
      exchange,
      invoice,
      lifetime: readTime(invoice.expiresAt) - readTime(invoice.createdAt),
    }))
    .filter(({ lifetime }) => !Number.isNaN(lifetime))
    .toSorted((one, other) => one.lifetime - other.lifetime);
  // Takes the median as the lifetime that the operator set.
  const usual = lives[Math.floor(lives.length / 2)]?.lifetime ?? 0;
  const odd = lives.find(({ lifetime }) => Math.abs(lifetime - usual) > slack);
  if (odd === undefined) return [];
  return broken(contract, 'invoice-lifetime', {
    member: 'expiresAt',
    pointer: `${operationById(contract, 'createPayment').responsePointer}/properties/expiresAt`,
    expected: `expiresAt: ${usual / 1000} s after createdAt, as for most invoices of the run`,
    received: `expiresAt: ${showValue(odd.invoice.expiresAt)}, ${odd.lifetime / 1000} s after createdAt`,
    exchanges: [odd.exchange],
  });
}
