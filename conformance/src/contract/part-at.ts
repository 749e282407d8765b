import { readPattern } from './compile-schema.ts';
import type { Schema } from './contract.ts';
import { sampleOf } from './sample-of.ts';

/** Returns a sample of a property in which the value at this path is present, even if it is optional. */
export function sampleWith(schema: Schema, path: string[], pointer: string): unknown {
  const sample = sampleOf(schema, pointer);
  const [key, ...rest] = path;
  if (key === undefined) return sample;
  if (Array.isArray(sample)) {
    const { items, prefixItems = [] } = schema as Schema & { prefixItems?: Schema[] };
    const entry = (at: number): Schema => prefixItems[at] ?? (typeof items === 'object' ? items : {});
    return Array.from({ length: Math.max(sample.length, Number(key) + 1) }, (_, at) =>
      String(at) === key ? sampleWith(entry(at), rest, `${pointer}/items`) : (sample[at] ?? sampleOf(entry(at), pointer)),
    );
  }
  const fields = Object(sample) as Schema;
  const others = schema.additionalProperties;
  const named = schema.properties?.[key] ?? patternFor(schema, key);
  const sub = named ?? (typeof others === 'object' ? others : {});
  const name = named ? key : (Object.keys(fields)[0] ?? key);
  return { ...fields, [name]: rest.length === 0 && name in fields ? fields[name] : sampleWith(sub, rest, `${pointer}/${key}`) };
}

const patternFor = ({ patternProperties = {} }: Schema, key: string): Schema | undefined =>
  Object.entries(patternProperties as Record<string, Schema>).find(([pattern]) => readPattern(pattern, 'u').test(key))?.[1];

/** Returns a sample of a schema, with `part` as the value at `path`. */
export const valueWith = (schema: Schema, path: string[], pointer: string, part: unknown): unknown =>
  withPart(sampleWith(schema, path, pointer), path, part);

export function valueAt(value: unknown, path: string[]): unknown {
  return path.reduce<unknown>((at, key) => (at as Schema)?.[keyIn(at, key)], value);
}

/** Returns the value with its part at this path replaced. */
export function withPart(value: unknown, path: string[], part: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return part;
  const own = keyIn(value, key);
  const changed = withPart((value as Schema)[own], rest, part);
  return Array.isArray(value) ? value.with(Number(own), changed) : { ...(value as Schema), [own]: changed };
}

/** Returns the key if the value has it; otherwise the value's first key, because a key in a path may stand for any key. */
function keyIn(value: unknown, key: string): string {
  return typeof value === 'object' && value !== null && !(key in value) ? (Object.keys(value)[0] ?? key) : key;
}
