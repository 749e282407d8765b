import { type Contract, presenceOf, type Requirement, requirementById, requirementsOf, type Schema } from './contract.ts';
import { isObject } from './follow-reference.ts';

/** Returns a property's schema without the keywords and enum values of features that the deployment does not claim. */
export function claimedSchema(contract: Contract, schema: Schema, features: ReadonlySet<string>): Schema {
  const unclaimed = requirementsOf(contract, schema)
    .filter((requirement) => featuresOf(requirement).some((feature) => !features.has(feature)))
    .flatMap(({ keywords }) => keywords ?? []);
  const claimed = Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => !keyword.startsWith('x-') && !unclaimed.includes(keyword)),
  );
  if (!schema.enum || !('x-lifecycle' in schema)) return claimed;
  const isClaimed = (state: unknown): boolean => {
    const feature = contract.lifecycle.features[String(state)];
    return feature === undefined || features.has(feature);
  };
  return { ...claimed, enum: schema.enum.filter(isClaimed) };
}

/** Returns the features that a deployment must claim for the requirement to apply to it. */
export function featuresOf({ support, feature, within }: Requirement): string[] {
  return support === 'core' ? [] : [feature ?? [], within ?? []].flat();
}

/** Returns whether a requirement applies to a deployment that claims these features. */
export function isClaimed(contract: Contract, id: string, features: ReadonlySet<string>): boolean {
  return featuresOf(requirementById(contract, id)).every((feature) => features.has(feature));
}

/** Returns the features to which a property belongs. A deployment without these features need not know the property. */
export function featuresOfProperty(contract: Contract, schema: Schema): string[] {
  const own = schema['x-feature'];
  const requirement = presenceOf(requirementsOf(contract, schema));
  return [...(typeof own === 'string' ? [own] : []), ...(requirement ? featuresOf(requirement) : [])];
}

/**
 * Returns whether a property must always be present: because of `required`, which applies to all deployments, or because the
 * property belongs to a feature and is not conditional. Conditional properties have test cases of their own.
 */
export function isPromised(schema: Schema, name: string): boolean {
  const { properties, required } = schema;
  return (required?.includes(name) ?? false) || ('x-feature' in (properties?.[name] ?? {}) && !isConditional(schema, name));
}

/** Returns whether a part of the schema, such as `then`, `not` or a branch of `oneOf`, requires or forbids a property. */
export function isConditional({ then, else: otherwise, not, allOf, anyOf, oneOf }: Schema, name: string): boolean {
  const parts = [then, otherwise, not, allOf, anyOf, oneOf].flat().filter(isObject);
  return parts.some((part) => {
    const isForbidden = Object.is(part.properties?.[name], false);
    return isForbidden || (part.required?.includes(name) ?? false) || isConditional(part, name);
  });
}

/** Returns whether a property applies to a deployment that claims these features. */
export function isClaimedProperty(contract: Contract, schema: Schema, features: ReadonlySet<string>): boolean {
  return featuresOfProperty(contract, schema).every((feature) => features.has(feature));
}

/** Returns the requirement that a violation of this keyword breaks: the one that lists the keyword, or else `field`. */
export function requirementForKeyword(contract: Contract, schema: Schema, keyword: string, field: Requirement): Requirement {
  return requirementsOf(contract, schema).find(({ keywords }) => keywords?.includes(keyword)) ?? field;
}

/** Lists the object schemas in a choice, such as those of a card and a bank account, each with the keywords around the choice. */
export function listAlternatives(schema: Schema): Schema[] {
  const { oneOf, anyOf, examples: _examples, ...common } = schema as Schema & { oneOf?: unknown; anyOf?: unknown };
  const branches = (oneOf ?? anyOf) as Schema[] | undefined;
  if (!Array.isArray(branches)) return [];
  const isObject = ({ properties, additionalProperties: others }: Schema): boolean =>
    properties !== undefined || (typeof others === 'object' && others !== null);
  return branches.filter(isObject).map((branch) => ({ ...common, ...branch }) as Schema);
}
