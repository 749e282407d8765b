import { compileSchema } from '../contract/compile-schema.ts';
import { type Contract, echoOf, fieldRequirement } from '../contract/contract.ts';
import { showValue } from '../contract/describe-schema.ts';
import { comparable, echoedValue } from '../contract/echoed-value.ts';
import { pointed } from '../contract/follow-reference.ts';
import { requestObject } from '../http/exchange.ts';
import { broken, type Finding, insteadIn } from '../outcome/finding.ts';
import { firstOfEach } from './first-of-each.ts';
import type { Shown } from './shown-invoices.ts';

/** Checks that an invoice in a response repeats the values that its create request contained. */
export function checkEchoes(contract: Contract, created: Shown, shown: Shown): Finding[] {
  const sent = requestObject(created.exchange);
  if (sent === undefined) return [];
  const { operation, invoice, exchange } = shown;
  return Object.entries(operation.response.properties ?? {}).flatMap(([name, schema]) => {
    const echo = echoOf(name, schema);
    // Other checks report a field that is missing or has the wrong type.
    if (!echo || echo.operation !== created.operation.id || !Object.hasOwn(invoice, name)) return [];
    const expected = echoedValue(created.operation, echo, sent);
    const [wanted, got] = [expected, invoice[name]].map((value) => JSON.stringify(comparable(value, echo) ?? null));
    if (expected === undefined || wanted === got) return [];
    const pointer = `${operation.responsePointer}/properties/${pointed(name)}`;
    const exchanges = created === shown ? [exchange] : [created.exchange, exchange];
    const about = insteadIn(name, showValue(expected), invoice[name], exchanges);
    return broken(contract, fieldRequirement(contract, schema, pointer).id, { ...about, pointer });
  });
}

/**
 * Checks that every invoice in a run repeats the values of its create request. Skips bodies that servers may interpret
 * differently: those that violate the schema, and those that `JSON.stringify` would write differently, as with a repeated field.
 */
export function checkEveryEcho(contract: Contract, shown: readonly Shown[]): Finding[] {
  const plain = shown.filter(({ operation, exchange }) => {
    const { body, encoding } = exchange.request;
    const sent = requestObject(exchange);
    // Checks the schema first, because a body nested thousands of levels deep can be parsed but not serialized.
    return operation.creates && encoding === undefined && compileSchema(operation.request)(sent) && JSON.stringify(sent) === body;
  });
  return firstOfEach(plain.flatMap((one) => checkEchoes(contract, one, one)));
}
