import { isDeepStrictEqual } from 'node:util';
import type { Case } from '../../src/case/case.ts';
import { featuresOfProperty } from '../../src/contract/claimed-schema.ts';
import { compileSchema } from '../../src/contract/compile-schema.ts';
import {
  type Contract,
  type Echo,
  echoOf,
  fieldRequirement,
  type Operation,
  operationById,
  type Requirement,
} from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { pointed } from '../../src/contract/follow-reference.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { bodyFor } from '../../src/subject/body-for.ts';
import { identifierFor } from '../../src/subject/identifier-for.ts';
import { invoiceOf } from '../../src/subject/invoice-of.ts';
import { requestFor } from '../../src/subject/request-for.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { startFor } from '../../src/subject/ways-into.ts';
import { createdWith, fetchedWith } from '../play/create-with.ts';
import { sentValue } from './sent-values.ts';

/** A value that is sent to create, and the field in which it must come back. */
interface Sent {
  /** Behind the name of the field in the id of the case. */
  suffix: string;
  /** Fields that are sent beside the smallest body. */
  body: Record<string, unknown>;
  /** Returns the value that the response must have. */
  expected(subject: Subject): unknown;
}

/** Derives the cases that a create's values come back, in the response of an operation that shows the invoice. */
export function deriveEchoes(contract: Contract, operationId: string): Case[] {
  const operation = operationById(contract, operationId);
  return Object.entries(operation.response.properties ?? {}).flatMap(([name, schema]) => {
    const echo = echoOf(name, schema);
    if (!echo) return [];
    const requirement = fieldRequirement(contract, schema, `${operation.responsePointer}/properties/${pointed(name)}`);
    const features = featuresOfProperty(contract, schema);
    return valuesOf(contract, echo).map((sent) => echoCase(operation, echo, requirement, features, sent));
  });
}

function valuesOf(contract: Contract, { operation, sent: name }: Echo): Sent[] {
  const { request, requestPointer } = operationById(contract, operation);
  const schema = request.properties?.[name] ?? {};
  if (request.required?.includes(name)) return [{ suffix: '', body: {}, expected: ({ createBody }) => createBody[name] }];
  const left = { suffix: '-absent', body: {}, expected: () => schema.default ?? null };
  const given = (value: unknown, suffix: string): Sent => ({ suffix, body: { [name]: value }, expected: () => value });
  const isAllowed = compileSchema(schema);
  if (schema.type === 'boolean')
    return [left, ...[true, false].filter((value) => isAllowed(value)).map((value) => given(value, `-${value}`))];
  if (schema.enum) return [left, ...schema.enum.map((value) => given(value, `-${value}`))];
  return [given(sentValue(schema, `${requestPointer}/properties/${pointed(name)}`), ''), left];
}

function echoCase(operation: Operation, echo: Echo, requirement: Requirement, features: string[], sent: Sent): Case {
  const { property, ignoring } = echo;
  const shown = Object.keys(sent.body).length === 0 ? '' : ` (${showValue(sent.body)})`;
  return {
    id: `${operation.slug}/echo/${property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}${sent.suffix}`,
    title: `${property} in the response of ${operation.slug} is what create was sent${shown}`,
    requirement: requirement.id,
    operations: [...new Set(['create-payment', operation.slug])],
    ...(features.length > 0 && { features }),
    derived: true,
    proves: [`echo of ${property} at ${operation.id}`],
    async run({ subject }) {
      const [created, exchange] = await shownBy(subject, operation, sent.body);
      const invoice = invoiceOf(exchange);
      const expected = sent.expected(subject);
      const isSame = isDeepStrictEqual(comparable(expected, ignoring), comparable(invoice[property], ignoring));
      if (Object.hasOwn(invoice, property) && isSame) return [];
      return [
        {
          requirement: requirement.id,
          level: requirement.level,
          member: property,
          pointer: `${operation.responsePointer}/properties/${pointed(property)}`,
          expected: `${property}: ${showValue(expected)}`,
          received: `${property}: ${showValue(invoice[property])}`,
          exchanges: exchange === created ? [created] : [created, exchange],
        },
      ];
    },
  };
}

/** Returns the create of an invoice with these fields, and the response of the operation that shows it. */
async function shownBy(subject: Subject, operation: Operation, body: Record<string, unknown>): Promise<[Exchange, Exchange]> {
  if (operation.id === 'createPayment' || operation.id === 'fetchPayment') {
    const created = await createdWith(subject, body);
    return [created, operation.id === 'createPayment' ? created : await fetchedWith(subject, body)];
  }
  const { invoice, exchanges } = await startFor(subject, operation, { ...subject.createBody, ...body });
  const id = await identifierFor(subject, operation, invoice);
  const exchange = await subject.send(requestFor(operation, bodyFor(subject, operation, id)));
  return [exchanges[0] ?? exchange, exchange];
}

/** Returns what is compared of a value: a text without the differences that are ignored, anything else as it is. */
function comparable(value: unknown, ignoring: string[]): unknown {
  if (typeof value !== 'string') return value;
  const text = ignoring.includes('leading-dollar') ? value.replace(/^\$/, '') : value;
  return ignoring.includes('case') ? text.toLowerCase() : text;
}
