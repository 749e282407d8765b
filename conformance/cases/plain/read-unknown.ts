import type { Case } from '../../src/case/case.ts';
import { compileSchema } from '../../src/contract/compile-schema.ts';
import { type Contract, keyOf, type Operation } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { documents } from '../../src/contract/plain/read-responses.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { broken, type Finding, insteadOf } from '../../src/outcome/finding.ts';
import { acceptedCall, freshValues, newName } from '../../src/subject/plain-calls.ts';
import { pathOnly, requestFor } from '../../src/subject/request-for.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { plainCase } from './plain-case.ts';

/** Makes ids that resemble a known one and do not exist. Numbers differ greatly, because a server may assign the next numbers. */
function unlike(known: unknown): string[] {
  if (typeof known !== 'string') return [];
  const middle = known.length >> 1;
  const signs = ['f', 'X', 'z', ...(known.length >= 12 ? ['7'] : [])];
  return [
    ...['987654321', '98765432', '987654'].map((number) => known.replace(/(?<!\d)\d*$/, number)),
    ...signs.map((sign) => known.slice(0, middle) + known.slice(middle).replaceAll(/[\da-z]/gi, sign)),
  ];
}

/** Derives a case which checks that an operation that documents a 404 does not succeed for an object that was never made. */
export function deriveUnknown(_contract: Contract, operation: Operation): Case[] {
  const { slug, method, plain } = operation;
  const named = operation.parameters.filter(({ in: place }) => place === 'path').at(-1);
  const key = named && keyOf(named);
  const origin = key === undefined ? undefined : plain?.origins.get(key);
  const isMaking = method === 'PUT' && documents(operation, '201');
  const isChanging = ['POST', 'PUT', 'PATCH'].includes(method) && !isMaking;
  if (!isChanging || !documents(operation, '404') || key === undefined || !origin?.makes) return [];
  return [
    plainCase(operation, ['unknown', 'does not find what was never made', `${slug}.unknown`], (subject) =>
      readUnknown(subject, operation, key),
    ),
  ];
}

/** Calls the operation with an id that no object has. */
export async function readUnknown(subject: Subject, operation: Operation, key: string): Promise<Finding[]> {
  const { values: accepted } = await acceptedCall(subject, operation);
  const values = operation.hasBody ? await freshValues(subject, operation) : pathOnly(operation, accepted);
  const parameter = operation.parameters.find((one) => keyOf(one) === key);
  const isAllowed = compileSchema(parameter?.schema ?? {});
  const known = values[key];
  const made = [crypto.randomUUID(), 2_100_000_017, '2100000017', 987_654, 'no-such-thing'];
  const others = [...made, ...unlike(known), newName(operation, key)];
  const other = others.find((value) => typeof value === typeof known && value !== known && isAllowed(value));
  if (other === undefined) throw new CaseSkipped(`Not tried, because no other value of ${parameter?.name} can be made.`);
  const exchange = await subject.send(requestFor(operation, { ...values, [key]: other }));
  if (!exchange.answer || !isSuccess(exchange.answer)) return [];
  return broken(subject.contract, `${operation.slug}.unknown`, {
    member: parameter?.name ?? key,
    difference: `${parameter?.name}: ${showValue(values[key])} → ${showValue(other)}`,
    ...insteadOf(`no success for ${parameter?.name}: ${showValue(other)}, which was never made`, exchange),
  });
}
