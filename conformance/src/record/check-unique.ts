import { type Contract, operationById } from '../contract/contract.ts';
import { showValue } from '../contract/describe-schema.ts';
import { pointed } from '../contract/follow-reference.ts';
import { groupBy } from '../group-by.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Finding } from '../outcome/finding.ts';
import { broken } from '../outcome/make-finding.ts';
import type { Shown } from './shown-invoices.ts';

/** Checks that no two creates of the run made invoices with the same value in a field. */
export function checkUnique(contract: Contract, requirement: string, field: string, shown: readonly Shown[]): Finding[] {
  const made = shown.filter(({ isNew, invoice }) => isNew && invoice[field] !== undefined);
  const pointer = `${operationById(contract, 'createPayment').responsePointer}/properties/${pointed(field)}`;
  return repeatedIn(contract, requirement, {
    field,
    pointer,
    values: made.map(({ exchange, invoice }) => [invoice[field], exchange]),
    what: `${field}: another in each of ${made.length} creates`,
  });
}

/** Checks that no value occurs twice in the whole run. */
export function repeatedIn(
  contract: Contract,
  requirement: string,
  { field, pointer, values, what }: { field: string; pointer?: string; values: [unknown, Exchange][]; what: string },
): Finding[] {
  const groups = [...groupBy(values, ([value]) => value)].filter(([, same]) => same.length > 1);
  const [first] = groups;
  if (first === undefined) return [];
  const [value, same] = first;
  const others = groups.length > 1 ? `, and ${groups.length - 1} more that repeat` : '';
  return broken(contract, requirement, {
    member: field,
    ...(pointer !== undefined && { pointer }),
    expected: what,
    received: `${field}: ${showValue(value)} ${same.length} times${others}`,
    exchanges: same.slice(0, 3).map(([, exchange]) => exchange),
  });
}
