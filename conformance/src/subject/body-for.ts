import type { Operation } from '../contract/contract.ts';
import { sampleOf } from '../contract/sample-of.ts';
import type { Subject } from './subject.ts';

/** Returns the smallest body of an operation for an object: its id, and a sample of each other required property. */
export function bodyFor(subject: Subject, operation: Operation, id: unknown): Record<string, unknown> {
  const { properties = {}, required = [] } = operation.request;
  return Object.fromEntries(
    required.map((name) => {
      if (name === operation.identifies) return [name, id];
      if (Object.hasOwn(subject.createBody, name)) return [name, subject.createBody[name]];
      return [name, sampleOf(properties[name] ?? {}, `${operation.requestPointer}/properties/${name}`)];
    }),
  );
}
