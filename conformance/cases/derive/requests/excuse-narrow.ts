import { isDeepStrictEqual } from 'node:util';
import { compileSchema } from '../../../src/contract/compile-schema.ts';
import type { Operation, Schema } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { textOf } from '../../../src/contract/formats.ts';
import { multipleNear } from '../../../src/contract/multiples.ts';
import { giveExamples, textsLike } from '../../../src/contract/plain/give-examples.ts';
import { sampleOf } from '../../../src/contract/sample-of.ts';
import { stepOf } from '../../../src/contract/step-of.ts';
import type { Exchange } from '../../../src/http/exchange.ts';
import { CaseSkipped } from '../../../src/outcome/case-skipped.ts';
import { isAccepted } from '../../../src/subject/plain-calls.ts';
import { attempt } from '../../../src/text/attempt.ts';

/** A value that the document allows but the deployment refused, and a function that sends other values in its place. */
interface Refused {
  name: string;
  schema: Schema;
  value: unknown;
  /** A value that the deployment accepted. */
  known: unknown;
  send(value: unknown): Promise<Exchange>;
}

/** Throws CaseSkipped if an ordinary value is refused too: then the deployment accepts only values that no document can list. */
export async function excuseNarrow(operation: Operation, { name, schema, value, known, send }: Refused): Promise<void> {
  if (!operation.plain) return;
  const ordinary = ordinaryValues(schema).find((one) => !isDeepStrictEqual(one, value) && !isDeepStrictEqual(one, known));
  if (ordinary === undefined || isAccepted(operation, (await send(ordinary)).answer)) return;
  throw new CaseSkipped(
    `${operation.method} ${operation.path} also refuses ${name}: ${showValue(ordinary)}, an ordinary value of its schema: it accepts only values that the document does not list.`,
  );
}

/** Makes valid values of a schema without using its examples. Values between the bounds come first. */
function ordinaryValues(schema: Schema): unknown[] {
  const { minLength = 1, maxLength, minimum = 0, maximum, pattern } = schema as Record<string, number | undefined> & Schema;
  const isAllowed = compileSchema(schema);
  const lengths = [minLength + 2, minLength + 1].filter((length) => length < (maxLength ?? Number.POSITIVE_INFINITY));
  const bare = withoutExamples(schema);
  giveExamples(bare, '');
  return [
    ...(typeof pattern === 'string' ? textsLike(pattern, 2) : []),
    ...lengths.map((length) => textOf(schema, length)),
    ...[7, (Number(minimum) + Number(maximum ?? 100)) / 2].map((near) => multipleNear(near, stepOf(schema))),
    attempt(() => sampleOf(bare, '')),
  ].filter((one) => one !== undefined && schema.enum === undefined && isAllowed(one));
}

/** Copies a schema and its nested schemas without their examples and defaults. */
function withoutExamples({ examples: _examples, default: _default, ...rest }: Schema): Schema {
  const copy = (part: unknown): unknown =>
    Array.isArray(part) ? part.map(copy) : typeof part === 'object' && part !== null ? withoutExamples(part as Schema) : part;
  const named = Object.entries(rest.properties ?? {}).map(([name, one]) => [name, copy(one) as Schema] as const);
  const inner = ['items', 'prefixItems', 'additionalProperties', 'oneOf', 'anyOf', 'allOf'].filter((key) => key in rest);
  return {
    ...rest,
    ...Object.fromEntries(inner.map((key) => [key, copy(rest[key])])),
    ...(rest.properties && { properties: Object.fromEntries(named) }),
  };
}
