import type { Contract, Operation, Schema } from '../../contract/contract.ts';
import { follow, locate } from '../../contract/follow-reference.ts';
import { bare, locateSuccess } from '../../contract/plain/find-keys.ts';

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

/** Returns the sentences of a description. */
export const sentencesOf = (description: unknown): string[] => String(description ?? '').split(/[.;]\s|[.;]$/);

const says = (text: string, state: string): boolean =>
  new RegExp(`\\b${state.replaceAll(/[^a-z0-9]+/gi, '[\\s_-]?')}\\b`, 'i').test(text);

/** An operation that brings an object into a state, perhaps only if its body has certain fields. */
interface Leading {
  id: string;
  value: string;
  texts: string[];
  sent?: string;
}

/** Finds an effect in a description such as "a scan of the kind `delivered` moves the parcel to `delivered`". */
function effectOf({ document, operations }: Contract, { method, path, pointer, request }: Operation) {
  const above = path.slice(0, path.lastIndexOf('/'));
  const reading = operations.find((one) => one.method === 'GET' && one.path === above);
  const stating = Object.entries(reading?.response.properties ?? {}).find(([name, one]) => /stat(e|us)$/i.test(name) && one.enum);
  const texts = (stating?.[1].enum ?? []).map(String);
  for (const sentence of method === 'POST' && stating ? sentencesOf(follow(document, `#${pointer}`).description) : []) {
    const value = texts.find((text) => new RegExp(`(to|becomes|as|is) \`${text}\``).test(sentence));
    const [before = ''] = value === undefined ? [] : sentence.split(new RegExp(`(?:to|becomes|as|is) \`${value}\``));
    for (const [name, schema] of Object.entries(request.properties ?? {})) {
      const cause = schema.enum?.find((one) => before.includes(`\`${one}\``));
      if (reading && stating && value !== undefined && cause !== undefined)
        return { value, texts, sent: `{${name}: ${cause}}`, shows: `{${stating[0]}: ${value}}`, read: reading.id };
    }
  }
  return undefined;
}

/** Proposes the fact `x-causes` for an operation whose description says which state of another object it leads to. */
export function effects(contract: Contract, operation: Operation): Counted[] {
  const found = effectOf(contract, operation);
  if (!found || 'x-causes' in follow(contract.document, `#${operation.pointer}`)) return [];
  const fact = `State x-causes: [{with: ${found.sent}, read: ${found.read}, shows: ${found.shows}}]`;
  return [{ place: operation.pointer, fact, buys: '1 case reads what it causes', cases: 1 }];
}

/** Finds the operations after which an operation is refused, as its description says: "Only a draft can be changed". */
function refusedAfter(contract: Contract, { id, path, pointer }: Operation): Leading[] {
  const description = String(follow(contract.document, `#${pointer}`).description ?? '');
  const isOfObject = (other: string): boolean => `${path}/`.startsWith(other.slice(0, other.lastIndexOf('/') + 1));
  const leads = contract.operations.flatMap((one): Leading[] => {
    const lead = one.path.includes('{') && isOfObject(one.path) ? (leadOf(contract, one) ?? effectOf(contract, one)) : undefined;
    return lead ? [{ ...lead, id: one.id }] : [];
  });
  const all = [...new Set(leads.flatMap(({ texts }) => texts))];
  const own = leads.find((one) => one.id === id)?.value;
  return sentencesOf(description).flatMap((sentence) => {
    if (!/refus|cannot|can't|\bonly\b|must|not allowed|409/i.test(sentence)) return [];
    const isOther = /another (status|state)/i.test(sentence);
    const named = all.filter((state) => says(isOther ? description : sentence, state) && !(isOther && state === own));
    const isOnly = isOther || /\bonly\b|\bnot an?\b|\bunless\b|\bmust\b/i.test(sentence);
    return named.length === 0 ? [] : leads.filter(({ value }) => named.includes(value) !== isOnly);
  });
}

/** Finds the fields of a body that a description calls unique. What makes an object also speaks for a change of the object. */
function uniqueIn({ document, operations }: Contract, operation: Operation): string[] {
  const makers = operations.filter((one) => one.method === 'POST' && !one.path.endsWith('}') && one.hasBody);
  const maker = makers.find((one) => one === operation || `${operation.path}`.startsWith(`${one.path}/{`));
  const said = maker ? sentencesOf(follow(document, `#${maker.pointer}`).description) : [];
  return Object.entries(operation.request.properties ?? {}).flatMap(([name, schema]) => {
    const sentences = [...said, ...sentencesOf(schema.description).map((one) => `${name}: ${one}`)];
    const isIt = (one: string) => bare(one).includes(bare(name)) && /\bunique\b|\bduplicate|\balready\b|\btaken\b/i.test(one);
    const isUnique = maker && Object.hasOwn(maker.request.properties ?? {}, name) && sentences.some(isIt);
    return isUnique ? [`{operation: ${maker.id}, same: [${name}], status: 409}`] : [];
  });
}

/** Proposes the fact `x-refused-after`: the operations after which this operation is refused for the same object. */
export function states(contract: Contract, operation: Operation): Counted[] {
  const { document, operations } = contract;
  const { id, method, path, pointer, plain } = operation;
  const isRefused = plain?.responses.some((one) => one.status === '409');
  const ofState = Object.entries(endsOf).flatMap(([status, ends]) => {
    const isOfObject = (other: string): boolean => `${path}/`.startsWith(other.slice(0, other.lastIndexOf('/') + 1));
    if (!plain?.responses.some((one) => one.status === status)) return [];
    const isItself = (one: Operation): boolean => one.id === id && method === 'POST' && status === '409' && once.test(path);
    const said = status === '409' ? refusedAfter(contract, operation) : [];
    const before = operations.filter(
      (one) =>
        isItself(one) ||
        said.some((lead) => lead.id === one.id) ||
        (one.method !== 'DELETE' && ends.test(one.path) && isOfObject(one.path)),
    );
    return before.map(({ id: first }) => {
      const sent = said.find((lead) => lead.id === first)?.sent;
      return `{operation: ${first},${sent === undefined ? '' : ` with: ${sent},`} status: ${status}}`;
    });
  });
  const stated = [...ofState, ...(isRefused && operation.hasBody ? uniqueIn(contract, operation) : [])];
  if (method === 'GET' || 'x-refused-after' in follow(document, `#${pointer}`) || stated.length === 0) return [];
  const buys = `${stated.length} ${stated.length === 1 ? 'case tries' : 'cases try'} it in that state`;
  return [{ place: pointer, fact: `State x-refused-after: [${stated.join(', ')}]`, buys, cases: stated.length }];
}

/** Finds the state that the response to a POST shows, if the path or the description names one. */
function leadOf(
  { document }: Contract,
  { method, path, pointer, request, response }: Operation,
): { name: string; value: string; texts: string[] } | undefined {
  const verb = /\}\/([a-z]{4,})$/i.exec(path)?.[1]?.toLowerCase();
  const found = Object.entries(method === 'POST' ? (response.properties ?? {}) : {}).flatMap(([name, start]) => {
    const texts = (locate(document, start, '').schema.enum ?? []).map(String);
    const asked = texts.filter((text) => verb !== undefined && text.toLowerCase().startsWith(verb));
    const said = texts.filter((text) => String(follow(document, `#${pointer}`).description).includes(`\`${text}\``));
    const [value, ...others] = asked.length > 0 ? asked : said;
    // A field that the client sends is no state.
    const isSent = Object.hasOwn(request.properties ?? {}, name);
    return texts.length < 2 || value === undefined || others.length > 0 || isSent ? [] : [{ name, value, texts }];
  });
  return found[0];
}

/** Proposes a schema for the response to a POST: the state that it shows, and the optional fields that it sets. */
export function values(contract: Contract, operation: Operation): Counted[] {
  const { document } = contract;
  const { method, pointer, request, response } = operation;
  const lead = leadOf(contract, operation);
  const { schema } = locateSuccess(document, operation) ?? { schema: {} as Schema };
  const sets = sentencesOf(follow(document, `#${pointer}`).description).filter((one) => /\bsets\b/i.test(one));
  const words = sets.flatMap((one) => one.slice(one.search(/\bsets\b/i)).split(/[^\w]+/));
  const isNew = (name: string): boolean => words.includes(name) && !(name in (request.properties ?? {}));
  const set = Object.keys(response.properties ?? {}).filter((name) => isNew(name) && !schema.required?.includes(name));
  if (method !== 'POST' || (!lead && set.length === 0) || schema.allOf) return [];
  const parts = [
    ...(set.length > 0 ? [`required: [${set.join(', ')}]`] : []),
    ...(lead ? [`properties: {${lead.name}: {const: ${lead.value}}}`] : []),
  ];
  const fact = `State allOf: [{…}, {${parts.join(', ')}}] as the schema of its success`;
  const buys = `each success is held to this ${[...(lead ? [lead.name] : []), ...set].join(' and ')}`;
  return [{ place: pointer, fact, buys, cases: 1 }];
}
