import { compareField } from '../checks/compare-field.ts';
import { type Contract, requirementById } from '../contract/contract.ts';
import { groupBy } from '../group-by.ts';
import type { Finding } from '../outcome/finding.ts';
import { firstOfEach } from './first-of-each.ts';
import { lastingFields } from './lasting-fields.ts';
import type { Shown } from './shown-invoices.ts';

/** Checks that every response shows an invoice's unchanging fields as the first response did. */
export function checkLasting(contract: Contract, features: ReadonlySet<string>, shown: readonly Shown[]): Finding[] {
  const findings: Finding[] = [];
  const lasting = lastingFields(contract);
  for (const all of groupBy(shown, ({ invoice }) => invoice.id).values()) {
    const [first, ...later] = all;
    if (first === undefined) continue;
    for (const { field, requirement } of lasting.filter(({ isOnceSet }) => isOnceSet)) {
      // A replay, and a read that was on its way meanwhile, may show the null of before.
      const [set, ...after] = all.filter(({ invoice }) => (invoice[field] ?? null) !== null);
      for (const { operation, exchange } of after)
        if (set) findings.push(...compareField(operation, requirement, field, set.exchange, exchange));
    }
    for (const { operation, exchange, invoice } of later) {
      for (const { field, requirement } of lasting.filter(({ isOnceSet }) => !isOnceSet))
        findings.push(...compareField(operation, requirement, field, first.exchange, exchange));
      // A deployment without the feature lifecycle may show a settled invoice on another page.
      if (!features.has('lifecycle') && invoice.status !== first.invoice.status) continue;
      const asCreated = requirementById(contract, 'fetch-reads-what-was-created');
      findings.push(...compareField(operation, asCreated, 'paymentUrl', first.exchange, exchange));
    }
  }
  return firstOfEach(findings);
}
