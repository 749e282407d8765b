import { isClaimed } from '../contract/claimed-schema.ts';
import type { Contract, Operation } from '../contract/contract.ts';
import { factsOf } from '../contract/domain.ts';
import { schemaAt } from '../contract/follow-path.ts';
import { showsInvoice } from '../contract/main-object.ts';
import { operationAt } from '../contract/operation-at.ts';
import { type Relation, relationsOf } from '../contract/relations.ts';
import { type Exchange, hasSucceeded, responseHeader, responseObject } from '../http/exchange.ts';
import { broken, type Finding } from '../outcome/finding.ts';
import { readTime } from '../text/read-time.ts';
import { firstOfEach } from './first-of-each.ts';
import type { Shown } from './shown-invoices.ts';

/** A time may be off by this many milliseconds: it may be rounded, and servers behind one host name may have different clocks. */
const pastSlack = 60_000;

/** Checks that times required to be in the past precede the response. @param shown invoices created before the clock was moved */
export const checkPast = (
  contract: Contract,
  features: ReadonlySet<string>,
  exchanges: readonly Exchange[],
  shown: readonly Shown[],
): Finding[] => [...checkPastOfInvoices(contract, features, shown), ...checkPastOfOthers(contract, features, exchanges, shown)];

/**
 * Checks that no field's time is after the response: the time from the creation to the field's time (by the server's clock) must
 * not exceed the time from the create request to the response (by the suite's clock).
 */
function checkPastOfInvoices(contract: Contract, features: ReadonlySet<string>, shown: readonly Shown[]): Finding[] {
  const { created } = factsOf(contract).times;
  const creates = new Map(shown.flatMap((one) => (one.isNew ? [[one.invoice.id, one]] : [])));
  return firstOfEach(
    shown.flatMap(({ operation, exchange, invoice }) => {
      const create = creates.get(invoice.id);
      return pastOf(operation).flatMap(({ property, requirement }) => {
        const since = readTime(invoice[property]) - readTime(create?.invoice[created]);
        const end = Date.parse(exchange.startedAt) + exchange.milliseconds;
        const elapsed = create ? end - Date.parse(create.exchange.startedAt) : Number.NaN;
        if (!(since > elapsed + pastSlack) || !isClaimed(contract, requirement, features)) return [];
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

/** Lists the fields of an operation's response whose times must be in the past. */
const pastOf = ({ response }: Operation): Relation[] =>
  relationsOf(response).filter(({ is, place }) => is === 'past' && place === undefined);

/**
 * Compares the times of objects other than invoices with the Date of the response, because it is unknown when they were created.
 * @param shown the invoices from before the clock was moved; exchanges after the last of them are not judged
 */
function checkPastOfOthers(
  contract: Contract,
  features: ReadonlySet<string>,
  exchanges: readonly Exchange[],
  shown: readonly Shown[],
): Finding[] {
  const last = Math.max(...shown.map(({ exchange }) => Date.parse(exchange.startedAt)));
  return firstOfEach(
    exchanges.flatMap((exchange) => {
      const operation = operationAt(contract, exchange.request);
      const { answer: response, startedAt } = exchange;
      if (!operation || !response || !hasSucceeded(exchange) || showsInvoice(contract, operation) || Date.parse(startedAt) > last)
        return [];
      const date = responseHeader(response, 'date') ?? '';
      return pastOf(operation).flatMap(({ property, requirement }) => {
        const value = responseObject(response)?.[property];
        const isLate = readTime(value) > Date.parse(date) + pastSlack;
        if (!isLate || !isClaimed(contract, requirement, features)) return [];
        return broken(contract, requirement, {
          member: property,
          pointer: operation.responsePointer + schemaAt(operation.response, property).pointer,
          expected: `${property}: not after the response, whose Date is ${date}`,
          received: `${property}: ${value}`,
          exchanges: [exchange],
        });
      });
    }),
  );
}
