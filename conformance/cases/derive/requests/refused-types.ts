import type { Case } from '../../../src/case/case.ts';
import { checkRefusal } from '../../../src/checks/check-refusal.ts';
import { featuresOfProperty } from '../../../src/contract/claimed-schema.ts';
import {
  type Contract,
  findAbout,
  operationById,
  type Requirement,
  requirementAbout,
  type Schema,
} from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { pointed } from '../../../src/contract/follow-reference.ts';
import { baselineOf } from '../../../src/subject/baseline.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import { firstWrong } from '../../play/odd-input.ts';
import { knownCallbackUrl, knownReturnUrl } from './sent-values.ts';

/** A case that sends wrong values in each field of a body. */
interface RefusedTypes {
  id: string;
  title: string;
  /** Makes the wrong values of a field; `right` is its value in the smallest body, or undefined if that body lacks the field. */
  valuesOf(field: string, schema: Schema, right: unknown): readonly unknown[];
}

/** Derives a case which checks that every field of an operation refuses the wrong values. */
export function deriveRefusedTypes(contract: Contract, operationId: string, { id, title, valuesOf }: RefusedTypes): Case {
  const operation = operationById(contract, operationId);
  const advised = requirementAbout(operation, 'wrong-types');
  const demanded = findAbout(operation, 'validation');
  // Leaves out the properties of features, because a deployment that does not claim a feature may not know its properties.
  const fields = Object.entries(operation.request.properties ?? {}).filter(
    ([, schema]) => featuresOfProperty(contract, schema).length === 0,
  );
  return {
    id: `${operation.slug}/${id}`,
    title: `${operation.slug} with ${title} is refused, for every field`,
    requirement: advised.id,
    covers: ['bad-input-is-no-server-error', ...(demanded ? [demanded.id] : [])],
    operations: [operation.slug],
    derived: true,
    async run({ subject, features }) {
      const { body, accepted } = await baselineOf(subject, operation);
      const tries = fields.flatMap(([field, schema]) =>
        valuesOf(field, schema, body[field]).map((value): [string, unknown] => [field, value]),
      );
      return firstWrong(tries, async ([field, value]) => {
        const exchange = await subject.send(requestFor(operation, { ...body, [field]: value }));
        const about = {
          requirement: strictest(advised, demanded, features),
          pointer: `${operation.requestPointer}/properties/${pointed(field)}`,
          member: field,
          difference: `${field}: ${showValue(body[field])} → ${showValue(value)}`,
        };
        return checkRefusal(contract, { ...about, baselineAccepted: accepted }, exchange);
      });
    },
  };
}

/** For each type, values of other types that loosely typed languages accept in its place. */
const resembling: Record<string, unknown[]> = {
  number: ['12', '', '1e1', '0x0c', '+12', ' 12 ', '12,50', '12.34 USD', '\u0661\u0662', { value: 12 }],
  boolean: [0, 1, '', '0', '1', 'false', 'True', 'yes', 'on'],
};

/** Values that some languages treat as absent, to send in place of an optional string. */
const nothing = [0, false];

/** Derives a case which checks that a value is refused if it would have to be converted to the field's type. */
export const deriveLooseTypes = (contract: Contract, operationId: string): Case =>
  deriveRefusedTypes(contract, operationId, {
    id: 'loose-types',
    title: 'a value that only converts to the type of its field',
    valuesOf: (_field, { type = [] }, right) => {
      // Ignores null in `type`: it is listed only where null stands for an absent field.
      const [own, ...others] = [type].flat().filter((one) => one !== 'null');
      if (own === undefined || others.length > 0) return [];
      return resembling[own] ?? (right === undefined ? nothing : []);
    },
  });

/** Valid values of fields that the smallest body does not have. */
const known: Record<string, unknown> = { isWhiteLabel: true, callbackUrl: knownCallbackUrl, returnUrl: knownReturnUrl };

/** Puts a valid value into an array or an object. Some clients send it like this, and some JSON readers unwrap it. */
const wrapped = (field: string, value: unknown): unknown[] => [
  [value],
  [value, value],
  ...['id', 'value', field].map((name) => ({ [name]: value })),
];

/**
 * Derives a case which checks that a valid value inside an array or an object is refused, because some JSON readers unwrap it.
 */
export const deriveArraysOfOne = (contract: Contract, operationId: string): Case =>
  deriveRefusedTypes(contract, operationId, {
    id: 'arrays-of-one',
    title: 'the right value of a field inside an array or an object',
    valuesOf: (field, _schema, right) => wrapped(field, right ?? known[field]),
  });

/**
 * Returns the requirement that a deployment breaks if it accepts the request. Core may only recommend a refusal where a feature
 * requires it.
 */
export function strictest(advised: Requirement, demanded: Requirement | undefined, features: ReadonlySet<string>): Requirement {
  return demanded?.feature !== undefined && features.has(demanded.feature) ? demanded : advised;
}
