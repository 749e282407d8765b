import type { Contract, Operation } from '../../contract/contract.ts';
import { follow, locate } from '../../contract/follow-reference.ts';

/** A fact that the author could add to a plain document, and the cases that the suite would then derive. */
export interface Counted {
  /** JSON pointer to where the fact would be added. */
  place: string;
  fact: string;
  buys: string;
  cases: number;
}

/** Endings of paths, by status. After a call to such a path, changes to the object are often refused with this status. */
const endsOf = { 409: /\/(archive|cancel|close|complete)$/i, 423: /\/(lock|check-?out|freeze)$/i };

/** Endings of paths of operations that are often refused the second time. */
const once = /\}\/(confirm|approve|accept|reject|submit|publish|activate|start|finish)$/i;

/** Proposes the fact `x-refused-after`: the operations after which this operation is refused for the same object. */
export function states({ document, operations }: Contract, { id, method, path, pointer, plain }: Operation): Counted[] {
  const stated = Object.entries(endsOf).flatMap(([status, ends]) => {
    const isOfObject = (other: string): boolean => `${path}/`.startsWith(other.slice(0, other.lastIndexOf('/') + 1));
    if (!plain?.responses.some((one) => one.status === status)) return [];
    const isItself = (one: Operation): boolean => one.id === id && method === 'POST' && status === '409' && once.test(path);
    const before = operations.filter(
      (one) => isItself(one) || (one.method !== 'DELETE' && ends.test(one.path) && isOfObject(one.path)),
    );
    return before.map(({ id: first }) => `{operation: ${first}, status: ${status}}`);
  });
  if (method === 'GET' || 'x-refused-after' in follow(document, `#${pointer}`) || stated.length === 0) return [];
  const buys = `${stated.length} ${stated.length === 1 ? 'case tries' : 'cases try'} it in that state`;
  return [{ place: pointer, fact: `State x-refused-after: [${stated.join(', ')}]`, buys, cases: stated.length }];
}

/** Proposes a schema that says which state the response to a POST shows, if the path or the description names one. */
export function values({ document }: Contract, { method, path, pointer, response }: Operation): Counted[] {
  const verb = /\}\/([a-z]{4,})$/i.exec(path)?.[1]?.toLowerCase();
  return Object.entries(method === 'POST' ? (response.properties ?? {}) : {}).flatMap(([name, start]): Counted[] => {
    const texts = (locate(document, start, '').schema.enum ?? []).map(String);
    const asked = texts.filter((text) => verb !== undefined && text.toLowerCase().startsWith(verb));
    const said = texts.filter((text) => String(follow(document, `#${pointer}`).description).includes(`\`${text}\``));
    const [value, ...others] = asked.length > 0 ? asked : said;
    if (texts.length < 2 || value === undefined || others.length > 0) return [];
    const fact = `State allOf: [{…}, {properties: {${name}: {const: ${value}}}}] as the schema of its success`;
    return [{ place: pointer, fact, buys: `each success is held to this ${name}`, cases: 1 }];
  });
}
