import { listAlternatives } from '../contract/claimed-schema.ts';
import { compileSchema } from '../contract/compile-schema.ts';
import type { Operation, Schema } from '../contract/contract.ts';
import { sampleOf } from '../contract/sample-of.ts';
import { attempt } from '../text/attempt.ts';
import type { Call } from './name-in.ts';
import { awaitEnd, freshValues, isAccepted } from './plain-calls.ts';
import { type Inputs, requestFor } from './request-for.ts';
import type { Subject } from './subject.ts';

/** The number of nested levels at which objects get all their optional properties. Deeper objects get only the required ones. */
const deepest = 5;

/**
 * Calls an operation with all optional fields of its body. If that fails, calls it without the optional ids of other objects,
 * because these cannot be made up. Returns the accepted call, or undefined if there is none.
 */
export async function wholeCall(subject: Subject, operation: Operation): Promise<Call | undefined> {
  const { request, requestPointer, plain, hasBody } = operation;
  for (const left of [/^$/, /id$/i]) {
    // Keeps the strings in these values, because one of them may have to be unique, such as an e-mail address.
    const fresh = await freshValues(subject, operation);
    const isFilled = (name: string): boolean => typeof fresh[name] !== 'string' && !plain?.origins.has(name);
    const body = Object.entries(Object(fill(request, 0, requestPointer)) as Inputs).filter(
      ([name]) => isFilled(name) && (!left.test(name) || request.required?.includes(name)),
    );
    const values = { ...fresh, ...Object.fromEntries(body) };
    const sent = Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(request.properties ?? {}, name)));
    if (!hasBody || !compileSchema(request)(sent)) continue;
    const exchange = await subject.send(requestFor(operation, values));
    if (isAccepted(operation, exchange.answer)) return awaitEnd(subject, operation, { values, exchange });
  }
  return undefined;
}

/** Makes a value with all optional properties. `turn` selects among alternatives and enum values. */
export function fill(schema: Schema, turn: number, pointer: string, depth = 0): unknown {
  const { type, enum: listed, properties = {}, items, additionalProperties: others, examples, default: byDefault } = schema;
  const alternatives = depth > 0 && depth < deepest ? listAlternatives(schema) : [];
  const chosen = alternatives[turn % alternatives.length];
  // Each turn uses the next alternative. After the last alternative, the first one comes again, with its next value, and so on.
  if (chosen) return fill(chosen, Math.floor(turn / alternatives.length), pointer, depth + 1);
  // A default comes last, because a field with its default value looks as if it had been left out.
  if (listed) return [...listed.filter((one) => one !== byDefault), ...listed][turn % listed.length];
  if ([type].flat().includes('boolean')) return (turn % 2 === 0) !== (byDefault === true);
  const isObject = typeof items !== 'object' && (Object.keys(properties).length > 0 || typeof others === 'object');
  if (depth < deepest && isObject) {
    const filled = Object.entries(properties).map(([name, one]) => [name, fill(one, turn, pointer, depth + 1)]);
    const free = filled.length === 0 ? [['key', fill(others as Schema, turn, pointer, depth + 1)]] : [];
    return Object.fromEntries([...filled, ...free]);
  }
  if (depth < deepest && typeof items === 'object' && items !== null && examples === undefined)
    return [fill(items as Schema, turn, pointer, depth + 1)];
  return attempt(() => sampleOf(schema, pointer));
}
