import type { Case } from '../../../src/case/case.ts';
import { checkRefusal } from '../../../src/checks/check-refusal.ts';
import { featuresOfProperty } from '../../../src/contract/claimed-schema.ts';
import { type Contract, findAbout, operationById, requirementAbout, type Schema } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { pointed } from '../../../src/contract/follow-reference.ts';
import { baselineOf } from '../../../src/subject/baseline.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import { firstWrong } from '../../play/first-wrong.ts';
import { strictest } from '../responses/strictest.ts';

/** A case, and the values that it puts in the place of each field. */
interface RefusedTypes {
  id: string;
  title: string;
  /** Makes the wrong values of a field; `right` is its value in the smallest body, undefined where that leaves it out. */
  valuesOf(field: string, schema: Schema, right: unknown): readonly unknown[];
}

/** Derives the case that values which only resemble a field's type are refused, for every field of an operation. */
export function deriveRefusedTypes(contract: Contract, operationId: string, { id, title, valuesOf }: RefusedTypes): Case {
  const operation = operationById(contract, operationId);
  const advised = requirementAbout(operation, 'wrong-types');
  const demanded = findAbout(operation, 'validation');
  // A property of a feature is unknown to a deployment without it.
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
      const { body, accepted, notFoundRefuses } = await baselineOf(subject, operation);
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
        return checkRefusal(contract, { ...about, baselineAccepted: accepted, notFoundRefuses }, exchange);
      });
    },
  };
}
