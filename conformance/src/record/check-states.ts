import type { Contract } from '../contract/contract.ts';
import { showValue } from '../contract/describe-schema.ts';
import { factsOf } from '../contract/domain.ts';
import type { Lifecycle } from '../contract/lifecycle.ts';
import { groupBy } from '../group-by.ts';
import type { Exchange } from '../http/exchange.ts';
import { type Finding, insteadIn, makeFinding } from '../outcome/finding.ts';
import { firstOfEach } from './first-of-each.ts';
import type { Shown } from './shown-invoices.ts';

/** Checks that a status, or a field such as the paid amount, never goes back. @param settle milliseconds that a change takes */
export function checkProgress(contract: Contract, shown: readonly Shown[], settle: number): Finding[] {
  const after = reachable(contract.lifecycle);
  const findings: Finding[] = [];
  for (const all of groupBy(shown, ({ invoice }) => invoice.id).values()) {
    // Leaves out responses to creates: even a replayed one shows the invoice in its initial state.
    const reads = all.filter(({ operation }) => !operation.creates);
    for (const [at, later] of reads.entries())
      for (const earlier of reads.slice(Math.max(0, at - 12), at)) {
        const pause = began(later.exchange) - ended(earlier.exchange);
        if (pause < (earlier.operation === later.operation ? 0 : settle)) continue;
        const wrong = findTakenBack(contract, after, earlier.invoice, later.invoice);
        if (wrong === undefined) continue;
        const { requirement, field } = wrong;
        const expected = `${showValue(earlier.invoice[field])}, as it was shown, or what may follow it`;
        const about = insteadIn(field, expected, later.invoice[field], [earlier.exchange, later.exchange]);
        findings.push(makeFinding(contract, requirement, about));
      }
  }
  return firstOfEach(findings);
}

const began = ({ startedAt }: Exchange): number => Date.parse(startedAt);
const ended = (exchange: Exchange): number => began(exchange) + exchange.milliseconds;

function findTakenBack(
  contract: Contract,
  after: Map<string, Set<string>>,
  earlier: Record<string, unknown>,
  later: Record<string, unknown>,
): { requirement: string; field: string } | undefined {
  const facts = factsOf(contract);
  const [from, to] = [String(earlier.status), String(later.status)];
  // Another case reports a status that the contract does not define.
  if (after.has(from) && after.has(to) && !after.get(from)?.has(to))
    return { requirement: facts.final[from] ?? facts.rules.progress, field: 'status' };
  return facts.findTakenBack(earlier, later, from === to ? facts.final[from] : undefined);
}

/** Returns, for each state, the states that an invoice may have later, including the same state. */
function reachable({ states, transitions }: Lifecycle): Map<string, Set<string>> {
  const next = (state: string): string[] =>
    transitions.filter(({ from, to }) => from.includes(state) && to !== undefined && to !== 'same').map(({ to }) => String(to));
  return new Map(
    states.map((state) => {
      const found = new Set([state]);
      for (const one of found) for (const other of next(one)) found.add(other);
      return [state, found];
    }),
  );
}
