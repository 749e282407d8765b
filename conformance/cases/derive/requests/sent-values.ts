import { isClaimedProperty } from '../../../src/contract/claimed-schema.ts';
import { type Contract, type Echo, echoOf, type Operation, type Schema } from '../../../src/contract/contract.ts';
import { pointed } from '../../../src/contract/follow-reference.ts';
import { creatorOf } from '../../../src/contract/main-object.ts';
import { mendBody } from '../../../src/contract/mend-body.ts';
import { sampleOf } from '../../../src/contract/sample-of.ts';

/** A callbackUrl whose host is reserved for documentation, so that no server receives the callbacks. */
export const knownCallbackUrl = 'https://example.com/payment-callbacks';

/** The returnUrl that every deployment must accept. */
export const knownReturnUrl = 'https://example.com/thanks?order=1042&from=a%20shop';

/** Lists the response fields that repeat a value of the operation's own request, each with its schema. */
export const echoesOf = ({ id, response }: Operation): (Echo & { schema: Schema })[] =>
  Object.entries(response.properties ?? {}).flatMap(([name, schema]) => {
    const echo = echoOf(name, schema);
    return echo?.operation === id ? [{ ...echo, schema }] : [];
  });

/** Returns a value other than the property's default, so that the response shows whether the deployment has kept it. */
export function sentValue(schema: Schema, pointer: string): unknown {
  if ([schema.type].flat().includes('boolean')) return schema.default !== true;
  // The host is reserved for documentation, so no server has a reason to refuse it.
  if (schema.format === 'uri') return knownReturnUrl;
  const others = (schema.enum ?? []).filter((value) => value !== schema.default && value !== null);
  return others.length > 0 ? others[0] : sampleOf(schema, pointer);
}

/** Returns values for the optional properties of a request, without those of features that the deployment does not claim. */
export function optionalValues(
  contract: Contract,
  { request, requestPointer }: Operation,
  features: ReadonlySet<string>,
): Record<string, unknown> {
  const optional = Object.entries(request.properties ?? {}).filter(
    ([name, schema]) => !request.required?.includes(name) && isClaimedProperty(contract, schema, features),
  );
  return Object.fromEntries(
    optional.map(([name, schema]) => [name, sentValue(schema, `${requestPointer}/properties/${pointed(name)}`)]),
  );
}

/** Returns the values that the response of create repeats. Adds what they require, and drops some if they exclude each other. */
export function echoedValues(contract: Contract, features: ReadonlySet<string>): Record<string, unknown> {
  const create = creatorOf(contract);
  const echoed = echoesOf(create).map(({ sent }) => sent);
  const { request } = create;
  const values = Object.entries(optionalValues(contract, create, features));
  const body = Object.fromEntries(values.filter(([name]) => echoed.includes(name)));
  return mendBody({ request, body, keep: Object.keys(body) }) ?? mendBody({ request, body, keep: [] }) ?? body;
}
