import type { Contract } from '../contract/contract.ts';
import { schemaAt } from '../contract/follow-path.ts';
import { relationsOf } from '../contract/relations.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Finding } from '../outcome/finding.ts';
import { broken } from '../outcome/make-finding.ts';
import { readTime } from '../text/read-time.ts';
import { firstOfEach } from './first-of-each.ts';
import type { Shown } from './shown-invoices.ts';

/** Milliseconds by which the clocks of several servers behind one name, and a rounded createdAt, may be off. */
const slack = 60_000;

/**
 * Checks that no time that is `past` lies after the response that shows it. The server's own clock is the measure: the time is
 * compared with `createdAt`, and with how long ago the create was sent.
 * @param shown invoices from before the clock was moved
 */
export function checkPast(contract: Contract, features: ReadonlySet<string>, shown: readonly Shown[]): Finding[] {
  const creates = new Map(shown.filter(({ isNew }) => isNew).map(({ exchange, invoice }) => [invoice.id, { exchange, invoice }]));
  return firstOfEach(
    shown.flatMap(({ operation, exchange, invoice }) => {
      const create = creates.get(invoice.id);
      const past = relationsOf(operation.response).filter(({ is, place }) => is === 'past' && place === undefined);
      return past.flatMap(({ property, requirement }) => {
        const { feature } = contract.requirements.get(requirement) ?? {};
        const since = readTime(invoice[property]) - readTime(create?.invoice.createdAt);
        const elapsed = create ? endOf(exchange) - Date.parse(create.exchange.startedAt) : Number.NaN;
        if (!(since > elapsed + slack) || (feature !== undefined && !features.has(feature))) return [];
        return broken(contract, requirement, {
          member: property,
          pointer: operation.responsePointer + schemaAt(operation.response, property).pointer,
          expected: `${property}: not after the response, ${Math.round(elapsed / 1000)} s after the create`,
          received: `${property}: ${invoice[property]}, ${Math.round(since / 1000)} s after createdAt`,
          exchanges: [...(create ? [create.exchange] : []), exchange],
        });
      });
    }),
  );
}

const endOf = ({ startedAt, milliseconds }: Exchange): number => Date.parse(startedAt) + milliseconds;
