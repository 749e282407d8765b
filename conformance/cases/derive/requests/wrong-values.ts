import fc, { type Arbitrary, asyncProperty, check } from 'fast-check';
import type { Case } from '../../../src/case/case.ts';
import { checkRefusal } from '../../../src/checks/check-refusal.ts';
import { isClaimedProperty } from '../../../src/contract/claimed-schema.ts';
import { type Contract, findAbout, operationById, requirementAbout } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { pointed } from '../../../src/contract/follow-reference.ts';
import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
import { CaseSkipped } from '../../../src/outcome/case-skipped.ts';
import type { Finding } from '../../../src/outcome/finding.ts';
import { baselineOf } from '../../../src/subject/baseline.ts';
import { naming, requestFor } from '../../../src/subject/request-for.ts';
import { strictest } from './refused-types.ts';

/** Generates JSON values of every type but the field's. Leaves out null, because it may stand for an absent field. */
function wrongValues(types: string[]): fc.Arbitrary<unknown> {
  return fc.jsonValue({ maxDepth: 2 }).filter((value) => {
    if (value === null) return false;
    const type = Array.isArray(value) ? 'array' : typeof value;
    return !types.includes(type);
  });
}

const unknownIds = () => fc.string({ unit: 'grapheme', maxLength: 60 }).map((text) => `no-such-invoice ${text}`);

/** Derives a case which checks that a generated wrong value of any field leads neither to a success nor to a 5xx. */
export function deriveWrongValues(contract: Contract, operationId: string): Case[] {
  const operation = operationById(contract, operationId);
  const fields = Object.entries(operation.request.properties ?? {});
  if (fields.length === 0) return [];
  const identifies = Object.hasOwn(operation.request.properties ?? {}, operation.identifies ?? '')
    ? operation.identifies
    : undefined;
  const advised = requirementAbout(operation, 'wrong-types');
  const demanded = findAbout(operation, 'validation');
  const wrongOf = (features: ReadonlySet<string>) =>
    fc.oneof(
      ...fields
        .filter(([, schema]) => isClaimedProperty(contract, schema, features))
        .map(([field, schema]) =>
          wrongValues([schema.type ?? []].flat()).map((value): readonly [string, unknown] => [field, value]),
        ),
      ...(identifies !== undefined
        ? [unknownIds().map((id): readonly [string, unknown] => [identifies, naming(operation, id)[identifies]])]
        : []),
    );
  return [
    {
      id: `${operation.slug}/property/wrong-member`,
      title: `${operation.slug} with any field of another type is refused`,
      requirement: advised.id,
      covers: ['bad-input-is-no-server-error', ...(demanded ? [demanded.id] : [])],
      operations: [operation.slug],
      derived: true,
      run: ({ subject, features }) =>
        checkProperty(subject.settings.seed, wrongOf(features), async ([field, value]) => {
          const { body, accepted } = await baselineOf(subject, operation);
          const exchange = await subject.send(requestFor(operation, { ...body, [field]: value }));
          const pointer = `${operation.requestPointer}/properties/${pointed(field)}`;
          const difference = `${field}: ${showValue(body[field])} → ${showValue(value)}`;
          return checkRefusal(
            contract,
            {
              requirement: field === identifies ? advised : strictest(advised, demanded, features),
              pointer,
              member: field,
              difference,
              baselineAccepted: accepted,
            },
            exchange,
          );
        }),
    },
  ];
}

/** How many values to try, with one request each. */
const tried = 12;
/** How many requests to send at most, including those that look for a smaller wrong value. */
const most = 60;

/**
 * Checks generated values until one has findings, then searches for a smaller value that also has findings.
 * @param examples values to check before the generated ones, with any seed
 */
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
