import { isClaimedProperty } from '../../../src/contract/claimed-schema.ts';
import { type Contract, echoOf, operationById, type Schema } from '../../../src/contract/contract.ts';
import { pointed } from '../../../src/contract/follow-reference.ts';
import { mendBody } from '../../../src/contract/mend-body.ts';
import { sampleOf } from '../../../src/contract/sample-of.ts';

/** A callbackUrl whose host is reserved for documentation, so that no server receives the callbacks. */
export const knownCallbackUrl = 'https://example.com/payment-callbacks';

/** The returnUrl that every deployment must accept. */
export const knownReturnUrl = 'https://example.com/thanks?order=1042&from=a%20shop';

/**
 * Returns a value of an optional property that is not its default, so that the response shows whether the deployment has kept it.
 */
export function sentValue(schema: Schema, pointer: string): unknown {
  if ([schema.type].flat().includes('boolean')) return schema.default !== true;
  // The host is reserved for documentation, so no server has a reason to refuse it.
  if (schema.format === 'uri') return knownReturnUrl;
  const others = (schema.enum ?? []).filter((value) => value !== schema.default && value !== null);
  return others.length > 0 ? others[0] : sampleOf(schema, pointer);
}

/**
 * Returns values for the optional create properties that the response repeats. Leaves out those of features that the deployment
 * does not claim. Adds the fields that these properties require, and drops properties that exclude each other.
 */
export function echoedValues(contract: Contract, features: ReadonlySet<string>): Record<string, unknown> {
  const { id, request, requestPointer, response } = operationById(contract, 'createPayment');
  const echoed = Object.entries(response.properties ?? {}).flatMap(([name, schema]) => echoOf(name, schema) ?? []);
  const optional = Object.entries(request.properties ?? {}).filter(
    ([name, schema]) =>
      !request.required?.includes(name) &&
      echoed.some(({ operation, sent }) => operation === id && sent === name) &&
      isClaimedProperty(contract, schema, features),
  );
  const body = Object.fromEntries(
    optional.map(([name, schema]) => [name, sentValue(schema, `${requestPointer}/properties/${pointed(name)}`)]),
  );
  return mendBody({ request, body, keep: Object.keys(body) }) ?? mendBody({ request, body, keep: [] }) ?? body;
}
