import fc, { type Arbitrary, asyncProperty, check } from 'fast-check';
import type { Case, CaseContext } from '../../../src/case/case.ts';
import { checkRefusal } from '../../../src/checks/check-refusal.ts';
import { featuresOfProperty, isClaimedProperty } from '../../../src/contract/claimed-schema.ts';
import { type Contract, findAbout, type Operation, requirementAbout, type Schema } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { pointed } from '../../../src/contract/follow-reference.ts';
import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
import { CaseSkipped } from '../../../src/outcome/case-skipped.ts';
import type { Finding } from '../../../src/outcome/finding.ts';
import { baselineOf } from '../../../src/subject/baseline.ts';
import { naming, requestFor } from '../../../src/subject/request-for.ts';
import { firstWrong } from '../../play/odd-input.ts';
import { knownCallbackUrl, knownReturnUrl } from './sent-values.ts';

/** A wrong value of a field. */
type Wrong = readonly [field: string, value: unknown];

/** Derives a case that sends wrong values, each in a body that is otherwise valid. */
function wrongCase(
  contract: Contract,
  operation: Operation,
  { id, title }: { id: string; title: string },
  sendAll: (context: CaseContext, judge: (wrong: Wrong, isUnknownId?: boolean) => Promise<Finding[]>) => Promise<Finding[]>,
): Case {
  const advised = requirementAbout(operation, 'wrong-types');
  const demanded = findAbout(operation, 'validation');
  return {
    id: `${operation.slug}/${id}`,
    title: `${operation.slug} with ${title}`,
    requirement: advised.id,
    covers: ['bad-input-is-no-server-error', ...(demanded ? [demanded.id] : [])],
    operations: [operation.slug],
    derived: true,
    run: (context) =>
      sendAll(context, async ([field, value], isUnknownId = false) => {
        const { subject, features } = context;
        const { body, accepted } = await baselineOf(subject, operation);
        const exchange = await subject.send(requestFor(operation, { ...body, [field]: value }));
        // A feature may require a refusal that core only recommends.
        const isDemanded = !isUnknownId && demanded?.feature !== undefined && features.has(demanded.feature);
        const about = {
          requirement: isDemanded ? demanded : advised,
          pointer: `${operation.requestPointer}/properties/${pointed(field)}`,
          member: field,
          difference: `${field}: ${showValue(body[field])} → ${showValue(value)}`,
        };
        return checkRefusal(contract, { ...about, baselineAccepted: accepted }, exchange);
      }),
  };
}

/** Derives a case which checks that an operation refuses the wrong values that `valuesOf` makes for each of its fields. */
function refusedTypes(
  contract: Contract,
  operation: Operation,
  about: { id: string; title: string },
  valuesOf: (field: string, schema: Schema, right: unknown) => readonly unknown[],
): Case[] {
  // Leaves out the properties of features, because a deployment that does not claim a feature may not know its properties.
  const fields = Object.entries(operation.request.properties ?? {}).filter(
    ([, schema]) => featuresOfProperty(contract, schema).length === 0,
  );
  const wrong = wrongCase(contract, operation, about, async ({ subject }, judge) => {
    const { body } = await baselineOf(subject, operation);
    const tries = fields.flatMap(([field, schema]) => valuesOf(field, schema, body[field]).map((value): Wrong => [field, value]));
    return firstWrong(tries, (wrong) => judge(wrong));
  });
  return [wrong];
}

/** For each type, values of other types that loosely typed languages accept in its place. */
const resembling: Record<string, unknown[]> = {
  number: ['12', '', '1e1', '0x0c', '+12', ' 12 ', '12,50', '12.34 USD', '\u0661\u0662', { value: 12 }],
  boolean: [0, 1, '', '0', '1', 'false', 'True', 'yes', 'on'],
};

/** Values that some languages treat as absent, to send in place of an optional string. */
const nothing = [0, false];

/** Derives a case which checks that a value is refused if it would have to be converted to the field's type. */
export function deriveLooseTypes(contract: Contract, operation: Operation): Case[] {
  const about = { id: 'loose-types', title: 'a value that only converts to the type of its field is refused, for every field' };
  return refusedTypes(contract, operation, about, (_field, { type = [] }, right) => {
    // Ignores null in `type`: it is listed only where null stands for an absent field.
    const [own, ...others] = [type].flat().filter((one) => one !== 'null');
    if (own === undefined || others.length > 0) return [];
    return resembling[own] ?? (right === undefined ? nothing : []);
  });
}

/** Valid values of fields that the smallest body does not have. */
const known: Record<string, unknown> = { isWhiteLabel: true, callbackUrl: knownCallbackUrl, returnUrl: knownReturnUrl };

/** Derives a case which checks that a valid value inside an array or object, which some JSON readers unwrap, is refused. */
export function deriveArraysOfOne(contract: Contract, operation: Operation): Case[] {
  const about = {
    id: 'arrays-of-one',
    title: 'the right value of a field inside an array or an object is refused, for every field',
  };
  return refusedTypes(contract, operation, about, (field, _schema, right = known[field]) => [
    ...[[right], [right, right]],
    ...['id', 'value', field].map((name) => ({ [name]: right })),
  ]);
}

/** Generates JSON values of every type but the field's. Leaves out null, because it may stand for an absent field. */
const wrongValues = ({ type = [] }: Schema): Arbitrary<unknown> =>
  fc
    .jsonValue({ maxDepth: 2 })
    .filter((value) => value !== null && ![type].flat().includes(Array.isArray(value) ? 'array' : typeof value));

/** Derives a case which checks that a generated wrong value of any field leads neither to a success nor to a 5xx. */
export function deriveWrongValues(contract: Contract, operation: Operation): Case[] {
  const { identifies = '', request } = operation;
  const fields = Object.entries(request.properties ?? {});
  if (fields.length === 0) return [];
  const hasId = Object.hasOwn(request.properties ?? {}, identifies);
  const unknownIds = fc
    .string({ unit: 'grapheme', maxLength: 60 })
    .map((text): Wrong => [identifies, naming(operation, `no-such-invoice ${text}`)[identifies]]);
  const about = { id: 'property/wrong-member', title: 'any field of another type is refused' };
  return [
    wrongCase(contract, operation, about, ({ subject, features }, judge) => {
      const wrong = fields
        .filter(([, schema]) => isClaimedProperty(contract, schema, features))
        .map(([field, schema]) => wrongValues(schema).map((value): Wrong => [field, value]));
      const any = fc.oneof(...wrong, ...(hasId ? [unknownIds] : []));
      return checkProperty(subject.settings.seed, any, (one) => judge(one, one[0] === identifies));
    }),
  ];
}

/** How many values to try, with one request each. */
const tried = 12;
/** How many requests to send at most, including those that look for a smaller wrong value. */
const most = 60;

/** Checks `examples` and then generated values until one has findings. Then searches for a smaller value with findings. */
export async function checkProperty<Value>(
  seed: number,
  values: Arbitrary<Value>,
  judge: (value: Value) => Promise<Finding[]>,
  examples: readonly Value[] = [],
): Promise<Finding[]> {
  let requests = 0;
  let smallest: Finding[] = [];
  let untold: CaseInconclusive | CaseSkipped | undefined;
  const property = asyncProperty(values, async (value) => {
    if (requests++ >= most) return true;
    try {
      const findings = await judge(value);
      if (findings.length > 0) smallest = findings;
      return findings.length === 0;
    } catch (error) {
      if (!(error instanceof CaseInconclusive || error instanceof CaseSkipped)) throw error;
      untold = error;
      return true;
    }
  });
  const { errorInstance } = await check(property, { seed, numRuns: tried, examples: examples.map((value): [Value] => [value]) });
  if (smallest.length > 0) return smallest;
  if (errorInstance instanceof Error) throw errorInstance;
  if (untold) throw untold;
  return [];
}
