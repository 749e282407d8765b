import type { Call } from '../../src/callbacks/listener.ts';
import type { Case } from '../../src/case/case.ts';
import { featuresOf, featuresOfProperty } from '../../src/contract/claimed-schema.ts';
import { compileReference } from '../../src/contract/compile-schema.ts';
import type { Contract, Requirement, Schema } from '../../src/contract/contract.ts';
import { describeSchema, showValue } from '../../src/contract/describe-schema.ts';
import { follow, locate, pointed } from '../../src/contract/follow-reference.ts';
import { methods } from '../../src/contract/read-operations.ts';
import { eventOf } from '../play/callback-play.ts';
import { findingsOf } from '../play/differ.ts';
import { twoParts } from '../play/two-parts.ts';

/** A part of a callback: a header, or a property of its body. */
interface Part {
  name: string;
  schema: Schema;
  pointer: string;
  requirement: Requirement;
  features: string[];
  read(call: Call): unknown;
}

/** Derives the cases that each header and each property of an event is there, and as its schema says. */
export function deriveEventFields(contract: Contract): Case[] {
  return partsOf(contract).map(({ name, schema, pointer, requirement, features, read }) => ({
    id: `callbacks/two-parts/form-of-${name}`,
    title: `${name} of an event is ${describeSchema(schema)}`,
    requirement: requirement.id,
    operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
    ...(features.length > 0 && { features }),
    derived: true,
    async run(context) {
      const { play, calls } = await twoParts(context);
      const validate = compileReference(contract.document, `#${pointer}`);
      const wrong = calls.find((call) => !validate(read(call)));
      const said = wrong && { expected: `${name}: ${describeSchema(schema)}`, received: `${name}: ${showValue(read(wrong))}` };
      return findingsOf(contract, requirement.id, play, said);
    },
  }));
}

function partsOf(contract: Contract): Part[] {
  const { document } = contract;
  const callback = callbackOf(document);
  const body = locate(document, callback.schema, callback.pointer, 'requestBody', 'content', 'application/json', 'schema');
  const properties = Object.entries(body.schema.properties ?? {}).flatMap(([name, stated]) => {
    const schema = typeof stated.$ref === 'string' ? { ...follow(document, stated.$ref), ...stated } : stated;
    const pointer = `${body.pointer}/properties/${pointed(name)}`;
    return partOf(contract, name, schema, pointer, stated, (call) => eventOf(call)[name]);
  });
  const headers = ((callback.schema.parameters ?? []) as Schema[]).flatMap((parameter, index) => {
    const name = String(parameter.name);
    const pointer = `${callback.pointer}/parameters/${index}/schema`;
    return partOf(contract, name, parameter.schema as Schema, pointer, parameter, (call) => call.headers[name.toLowerCase()]);
  });
  return [...headers, ...properties];
}

function partOf(
  contract: Contract,
  name: string,
  schema: Schema,
  pointer: string,
  stated: Schema,
  read: (call: Call) => unknown,
): Part[] {
  const [first] = (stated['x-requirements'] ?? []) as { id: string }[];
  const requirement = first && contract.requirements.get(first.id);
  if (!requirement) throw new Error(`No requirement stands at ${pointer}: say there under x-requirements what it promises.`);
  const features = [...new Set([...featuresOf(requirement), ...featuresOfProperty(contract, stated)])];
  return [{ name, schema, pointer, requirement, features, read }];
}

/** Finds the operation by which deployments tell of changes: the callback of create. */
function callbackOf(document: Schema): { schema: Schema; pointer: string } {
  for (const [path, item] of Object.entries(document.paths as Record<string, Record<string, Schema>>))
    for (const [method, operation] of Object.entries(item))
      for (const [name, callback] of Object.entries(
        (operation.callbacks ?? {}) as Record<string, Record<string, Record<string, Schema>>>,
      ))
        for (const [url, called] of Object.entries(callback))
          for (const verb of methods) {
            const schema = called[verb];
            const pointer = `/paths/${pointed(path)}/${method}/callbacks/${pointed(name)}/${pointed(url)}/${verb}`;
            if (schema) return { schema, pointer };
          }
  throw new Error('The contract has no callback.');
}
