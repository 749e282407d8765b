import type { Operation } from '../contract/contract.ts';
import { pointed } from '../contract/follow-reference.ts';
import { sampleOf } from '../contract/sample-of.ts';
import type { Inputs } from './request-for.ts';
import type { Subject } from './subject.ts';

/** Returns the fewest values that an operation takes for an object: its id, and a sample of each other required property. */
export function bodyFor(subject: Subject, operation: Operation, id: unknown): Inputs {
  const { properties = {}, required = [] } = operation.request;
  const { identifies } = operation;
  const sampled = required.map((name) => {
    if (Object.hasOwn(subject.createBody, name)) return [name, subject.createBody[name]];
    return [name, sampleOf(properties[name] ?? {}, `${operation.requestPointer}/properties/${pointed(name)}`)];
  });
  return { ...Object.fromEntries(sampled), ...(identifies !== undefined && { [identifies]: id }) };
}
