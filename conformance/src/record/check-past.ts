import type { Contract } from '../contract/contract.ts';
import { factsOf } from '../contract/domain.ts';
import { schemaAt } from '../contract/follow-path.ts';
import { relationsOf } from '../contract/relations.ts';
import { broken, type Finding } from '../outcome/finding.ts';
import { readTime } from '../text/read-time.ts';
import { firstOfEach } from './first-of-each.ts';
import type { Shown } from './shown-invoices.ts';

/** A time may be off by this many milliseconds: it may be rounded, and servers with one host name may differ in their clocks. */
const pastSlack = 60_000;

/**
 * Checks that a time which must be in the past is not later than the response that shows it. Compares two durations: from the
 * invoice's creation to this time, by the server's clock, and from the create to this response, by the suite's clock.
 * @param shown invoices that were created before the clock was moved
 */
export function checkPast(contract: Contract, features: ReadonlySet<string>, shown: readonly Shown[]): Finding[] {
  const { created } = factsOf(contract).times;
  const creates = new Map(shown.flatMap((one) => (one.isNew ? [[one.invoice.id, one]] : [])));
  return firstOfEach(
    shown.flatMap(({ operation, exchange, invoice }) => {
      const create = creates.get(invoice.id);
      const past = relationsOf(operation.response).filter(({ is, place }) => is === 'past' && place === undefined);
      return past.flatMap(({ property, requirement }) => {
        const { feature } = contract.requirements.get(requirement) ?? {};
        const since = readTime(invoice[property]) - readTime(create?.invoice[created]);
        const end = Date.parse(exchange.startedAt) + exchange.milliseconds;
        const elapsed = create ? end - Date.parse(create.exchange.startedAt) : Number.NaN;
        if (!(since > elapsed + pastSlack) || (feature !== undefined && !features.has(feature))) return [];
        return broken(contract, requirement, {
          member: property,
          pointer: operation.responsePointer + schemaAt(operation.response, property).pointer,
          expected: `${property}: not after the response, ${Math.round(elapsed / 1000)} s after the create`,
          received: `${property}: ${invoice[property]}, ${Math.round(since / 1000)} s after ${created}`,
          exchanges: [...(create ? [create.exchange] : []), exchange],
        });
      });
    }),
  );
}
