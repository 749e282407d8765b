import { isNode } from '../reader/json.ts';

/** Keywords whose value is data, in which a name means nothing to OpenAPI. */
const data = new Set(['example', 'examples', 'default', 'enum', 'const']);
/** Keywords whose value maps names that the contract chose; one of them may begin with `x-`. */
const maps = new Set(['properties', 'headers', 'schemas', 'parameters', 'links', 'callbacks', 'paths', 'content', 'responses']);

/** Returns a copy without the extensions (`x-…`): some generators read them as schemas, or stumble over them. */
export function stripExtensions(value: unknown, keyword = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => stripExtensions(item));
  if (!isNode(value)) return value;
  if (maps.has(keyword)) return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, stripExtensions(part)]));
  const kept = Object.entries(value).filter(([name]) => !name.startsWith('x-'));
  return Object.fromEntries(kept.map(([name, part]) => [name, data.has(name) ? part : stripExtensions(part, name)]));
}
