import type { Call } from '../../../src/callbacks/listener.ts';
import type { Case } from '../../../src/case/case.ts';
import { claimedSchema, featuresOfProperty, isClaimedProperty } from '../../../src/contract/claimed-schema.ts';
import { compileReference, compileSchema } from '../../../src/contract/compile-schema.ts';
import type { Contract, Requirement, Schema } from '../../../src/contract/contract.ts';
import { describeSchema, showValue } from '../../../src/contract/describe-schema.ts';
import { follow, locate, pointed } from '../../../src/contract/follow-reference.ts';
import { mainSlugs } from '../../../src/contract/main-object.ts';
import { findCallback } from '../../../src/contract/read-delivery.ts';
import { isRequired } from '../../../src/contract/read-parameters.ts';
import { eventOf, findingsOf, twoParts } from '../../play/callback-play.ts';

/** A header of a callback, or a property of its body. */
interface Part {
  name: string;
  schema: Schema;
  pointer: string;
  requirement: Requirement;
  features: string[];
  /** True if an event may omit this part. */
  isOptional: boolean;
  read(call: Call): unknown;
}

/** Derives cases which check that each header and each property of an event is present and follows its schema. */
export function deriveEventFields(contract: Contract): Case[] {
  return partsOf(contract).map(({ name, schema, pointer, requirement, features, isOptional, read }) => ({
    id: `callbacks/two-parts/form-of-${name}`,
    title: `${name} of an event is ${describeSchema(schema)}`,
    requirement: requirement.id,
    operations: mainSlugs(contract),
    features,
    derived: true,
    ofForm: true,
    async run(context) {
      const { play, calls } = await twoParts(context);
      const validate = schema.properties
        ? compileSchema(claimedObject(contract, schema, context.features))
        : compileReference(contract.document, `#${pointer}`);
      const wrong = calls.find((call) => !(isOptional && read(call) === undefined) && !validate(read(call)));
      const said = wrong && { expected: `${name}: ${describeSchema(schema)}`, received: `${name}: ${showValue(read(wrong))}` };
      return findingsOf(contract, requirement.id, play, said);
    },
  }));
}

/** Returns an object schema that has only the properties of core and of the features that the deployment claims. */
function claimedObject(contract: Contract, { properties = {}, required = [] }: Schema, features: ReadonlySet<string>): Schema {
  const claimed = Object.entries(properties)
    .map(([name, schema]) => [name, resolved(contract, schema)] as const)
    .filter(([, schema]) => isClaimedProperty(contract, schema, features));
  return {
    type: 'object',
    properties: Object.fromEntries(claimed.map(([name, schema]) => [name, claimedSchema(contract, schema, features)])),
    required: required.filter((name) => claimed.some(([other]) => other === name)),
  };
}

/** Returns a schema with the keywords of the schema that it refers to, in addition to its own. */
function resolved({ document }: Contract, { $ref, ...stated }: Schema): Schema {
  return typeof $ref === 'string' ? { ...follow(document, $ref), ...stated } : stated;
}

function partsOf(contract: Contract): Part[] {
  const { document } = contract;
  const callback = findCallback(contract);
  if (!callback) throw new Error('The contract has no callback.');
  const body = locate(document, callback.schema, callback.pointer, 'requestBody', 'content', 'application/json', 'schema');
  const properties = Object.entries(body.schema.properties ?? {}).flatMap(([name, stated]) => {
    const schema = resolved(contract, stated);
    const pointer = `${body.pointer}/properties/${pointed(name)}`;
    const mustCome = body.schema.required?.includes(name) ?? false;
    return partOf(contract, { name, schema, pointer, mustCome, stated, read: (call) => eventOf(call)[name] });
  });
  const headers = ((callback.schema.parameters ?? []) as Schema[]).flatMap((parameter, index) => {
    const name = String(parameter.name);
    const pointer = `${callback.pointer}/parameters/${index}/schema`;
    const read = (call: Call): unknown => call.headers[name.toLowerCase()];
    const about = { name, schema: parameter.schema as Schema, pointer, read };
    return partOf(contract, { ...about, mustCome: isRequired(parameter), stated: parameter });
  });
  return [...headers, ...properties];
}

/** A header or property as the contract describes it. */
interface Stated extends Pick<Part, 'name' | 'schema' | 'pointer' | 'read'> {
  mustCome: boolean;
  stated: Schema;
}

function partOf(contract: Contract, { mustCome, stated, ...part }: Stated): Part[] {
  const [first] = (stated['x-requirements'] ?? []) as { id: string }[];
  const requirement = first && contract.requirements.get(first.id);
  if (!requirement) throw new Error(`${part.pointer} has no requirement. State under its x-requirements what it promises.`);
  const features = featuresOfProperty(contract, stated);
  // In the schema, a part that belongs to a feature has to be optional. A deployment that claims the feature must send it.
  return [{ ...part, requirement, features, isOptional: !mustCome && !('x-feature' in stated) }];
}
