import type { Case } from '../../src/case/case.ts';
import { listAlternatives } from '../../src/contract/claimed-schema.ts';
import { compileSchema } from '../../src/contract/compile-schema.ts';
import type { Contract, Operation, Schema } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { pointed } from '../../src/contract/follow-reference.ts';
import { isJson } from '../../src/contract/plain/read-responses.ts';
import { noServerError } from '../../src/contract/plain/state-promises.ts';
import { sampleOf } from '../../src/contract/sample-of.ts';
import { broken } from '../../src/outcome/finding.ts';
import { freshValues } from '../../src/subject/plain-calls.ts';
import { requestFor } from '../../src/subject/request-for.ts';
import { gatewayStatuses } from '../../src/wire/send-patiently.ts';
import { firstWrong } from '../play/odd-input.ts';
import { plainCase } from './plain-case.ts';

/** The maximum number of bodies to send to one operation, and for one field. */
const [most, mostOfField] = [40, 8];
/** The number of nested levels at which objects get all their optional properties. Deeper objects get only the required ones. */
const deepest = 5;

/**
 * Derives a case which checks that an operation does not fail with a 5xx, whatever properties and enum values a field of the body
 * has. It may refuse the body, because a document seldom says which fields require or exclude each other.
 */
export function deriveGiven(contract: Contract, operation: Operation): Case[] {
  const { plain, request, requestPointer } = operation;
  const fields = Object.entries(request.properties ?? {}).filter(([name]) => !plain?.origins.has(name));
  const tries = fields
    .flatMap(([name, schema]) =>
      [
        ...(isJson(plain?.mediaType ?? '') ? [null] : []),
        ...fillEach(schema, `${requestPointer}/properties/${pointed(name)}`),
      ].map((value): [string, unknown] => [name, value]),
    )
    .slice(0, most);
  if (!operation.hasBody || tries.length === 0) return [];
  return [
    plainCase(operation, ['given', 'does not fail, whichever fields are sent', noServerError], ({ subject }) =>
      firstWrong(tries, async ([name, value]) => {
        const exchange = await subject.send(requestFor(operation, { ...(await freshValues(subject, operation)), [name]: value }));
        const status = exchange.answer?.status ?? 0;
        if (status < 500 || gatewayStatuses.includes(status)) return [];
        return broken(contract, noServerError, {
          ...{ member: name, pointer: `${requestPointer}/properties/${pointed(name)}`, exchanges: [exchange] },
          difference: `${name} → ${showValue(value)}`,
          expected: 'a response that the operation documents',
          received: `status ${status}`,
        });
      }),
    ),
  ];
}

/** Makes values of a field with all optional properties, each with a different enum value. */
function fillEach(schema: Schema, pointer: string): unknown[] {
  const isRight = compileSchema(schema);
  const alternatives = listAlternatives(schema);
  const made = (alternatives.length > 0 ? alternatives : [schema]).flatMap((one) =>
    Array.from({ length: mostOfField }, (_, turn) => fill(one, turn, pointer)),
  );
  const different = new Map(
    made.filter((value) => value !== null && isRight(value)).map((value) => [JSON.stringify(value), value]),
  );
  return [...different.values()].slice(0, mostOfField);
}

/** Makes a value with all optional properties. `turn` selects among alternatives and enum values. */
export function fill(schema: Schema, turn: number, pointer: string, depth = 0): unknown {
  const { type, enum: listed, properties = {}, items, additionalProperties: others, examples } = schema;
  const alternatives = depth > 0 && depth < deepest ? listAlternatives(schema) : [];
  const chosen = alternatives[turn % alternatives.length];
  // Consecutive turns take the alternatives in order. After the last one they start again, with the next value of each
  // alternative.
  if (chosen) return fill(chosen, Math.floor(turn / alternatives.length), pointer, depth + 1);
  if (listed) return listed[turn % listed.length];
  if ([type].flat().includes('boolean')) return turn % 2 === 0;
  const isObject = typeof items !== 'object' && (Object.keys(properties).length > 0 || typeof others === 'object');
  if (depth < deepest && isObject) {
    const filled = Object.entries(properties).map(([name, one]) => [name, fill(one, turn, pointer, depth + 1)]);
    const free = filled.length === 0 ? [['key', fill(others as Schema, turn, pointer, depth + 1)]] : [];
    return Object.fromEntries([...filled, ...free]);
  }
  if (depth < deepest && typeof items === 'object' && items !== null && examples === undefined)
    return [fill(items as Schema, turn, pointer, depth + 1)];
  try {
    return sampleOf(schema, pointer);
  } catch {
    return undefined;
  }
}
