import type { Case } from '../../src/case/case.ts';
import { checkRefusal } from '../../src/checks/check-refusal.ts';
import { featuresOfProperty } from '../../src/contract/claimed-schema.ts';
import { type Contract, findAbout, operationById, requirementAbout } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { baselineOf } from '../../src/subject/baseline.ts';
import { requestFor } from '../../src/subject/request-for.ts';
import { firstWrong } from '../play/first-wrong.ts';
import { strictest } from './strictest.ts';

/** Values of other types that languages without strict types take for a value of this one. */
const resembling: Record<string, unknown[]> = {
  number: ['12', '', '1e1', '0x0c', '+12', ' 12 ', '12,50', '12.34 USD', '\u0661\u0662', { value: 12 }],
  boolean: [0, 1, '', '0', '1', 'false', 'True', 'yes', 'on'],
};

/** Values that stand for nothing in some languages, in place of a text that may be absent. */
const nothing = [0, false];

/** Derives the case that a value which only converts to the type of a field is refused. */
export function deriveLooseTypes(contract: Contract, operationId: string): Case {
  const operation = operationById(contract, operationId);
  const advised = requirementAbout(operation, 'wrong-types');
  const demanded = findAbout(operation, 'validation');
  const tries = Object.entries(operation.request.properties ?? {}).flatMap(([field, schema]) => {
    if (featuresOfProperty(contract, schema).length > 0 || typeof schema.type !== 'string') return [];
    const values = resembling[schema.type] ?? (operation.request.required?.includes(field) ? [] : nothing);
    return values.map((value): [string, unknown] => [field, value]);
  });
  return {
    id: `${operation.slug}/loose-types`,
    title: `${operation.slug} with a value that only converts to the type of its field is refused`,
    requirement: advised.id,
    covers: ['bad-input-is-no-server-error', ...(demanded ? [demanded.id] : [])],
    operations: [operation.slug],
    derived: true,
    run: ({ subject, features }) =>
      firstWrong(tries, async ([field, value]) => {
        const { body, accepted, notFoundRefuses } = await baselineOf(subject, operation);
        const exchange = await subject.send(requestFor(operation, { ...body, [field]: value }));
        const about = {
          requirement: strictest(advised, demanded, features),
          pointer: `${operation.requestPointer}/properties/${field}`,
          member: field,
          difference: `${field}: ${showValue(body[field])} → ${showValue(value)}`,
        };
        return checkRefusal(contract, { ...about, baselineAccepted: accepted, notFoundRefuses }, exchange);
      }),
  };
}
