import { compileSchema } from '../contract/compile-schema.ts';
import type { Operation, Schema } from '../contract/contract.ts';
import { pointed } from '../contract/follow-reference.ts';
import { sampleOf } from '../contract/sample-of.ts';
import type { Inputs } from './request-for.ts';
import type { Subject } from './subject.ts';

/**
 * Returns the fewest values that an operation takes for an object: its id, and a sample of each other required property; of the
 * optional ones only where the body is none without them.
 */
export function bodyFor(subject: Subject, operation: Operation, id: unknown): Inputs {
  const { identifies, request } = operation;
  const { properties = {}, required = [] } = request;
  const sampled = (name: string): unknown => {
    if (name === identifies) return id;
    if (Object.hasOwn(subject.createBody, name)) return subject.createBody[name];
    return sampleOf(properties[name] ?? {}, `${operation.requestPointer}/properties/${pointed(name)}`);
  };
  const fewest = Object.fromEntries(required.map((name) => [name, sampled(name)]));
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  const fields = fewestThatPass(request, fewest, optional, sampled);
  return { ...fields, ...(identifies !== undefined && { [identifies]: id }) };
}

/** Adds optional properties, one of them or the first ones, where the schema of the body asks for more than the required. */
function fewestThatPass(request: Schema, fewest: Inputs, optional: string[], sampled: (name: string) => unknown): Inputs {
  const asksForMore = ['minProperties', 'dependentRequired', 'dependentSchemas', 'if'].some((keyword) => keyword in request);
  if (!asksForMore) return fewest;
  const passes = compileSchema(request);
  const more = [[], ...optional.map((name) => [name]), ...optional.map((_, index) => optional.slice(0, index + 1))];
  const tried = more.map((names) => ({ ...fewest, ...Object.fromEntries(names.map((name) => [name, sampled(name)])) }));
  return tried.find((body) => passes(body)) ?? fewest;
}
