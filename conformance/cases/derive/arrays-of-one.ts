import type { Case } from '../../src/case/case.ts';
import { checkRefusal } from '../../src/checks/check-refusal.ts';
import { featuresOfProperty } from '../../src/contract/claimed-schema.ts';
import { type Contract, findAbout, operationById, requirementAbout } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { baselineOf } from '../../src/subject/baseline.ts';
import { requestFor } from '../../src/subject/request-for.ts';
import { knownCallbackUrl, knownReturnUrl } from '../play/create-with.ts';
import { firstWrong } from '../play/first-wrong.ts';
import { strictest } from './strictest.ts';

/** Right values of the fields that the smallest body leaves out. */
const known: Record<string, unknown> = { isWhiteLabel: true, callbackUrl: knownCallbackUrl, returnUrl: knownReturnUrl };

/** Derives the case that a right value inside an array is not taken for the value: some readers of JSON unwrap it. */
export function deriveArraysOfOne(contract: Contract, operationId: string): Case {
  const operation = operationById(contract, operationId);
  const advised = requirementAbout(operation, 'wrong-types');
  const demanded = findAbout(operation, 'validation');
  // A property of a feature is unknown to a deployment without it.
  const fields = Object.entries(operation.request.properties ?? {}).flatMap(([field, schema]) =>
    featuresOfProperty(contract, schema).length > 0 ? [] : [field],
  );
  return {
    id: `${operation.slug}/arrays-of-one`,
    title: `${operation.slug} with the right value of a field inside an array is refused, for every field`,
    requirement: advised.id,
    covers: ['bad-input-is-no-server-error', ...(demanded ? [demanded.id] : [])],
    operations: [operation.slug],
    derived: true,
    run: ({ subject, features }) =>
      firstWrong(fields, async (field) => {
        const { body, accepted, notFoundRefuses } = await baselineOf(subject, operation);
        const value = [body[field] ?? known[field]];
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
