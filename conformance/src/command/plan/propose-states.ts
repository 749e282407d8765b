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
const sentencesOf = (description: unknown): string[] => String(description ?? '').split(/[.;]\s|[.;]$/);

const says = (text: string, state: string): boolean =>
  new RegExp(`\\b${state.replaceAll(/[^a-z0-9]+/gi, '[\\s_-]?')}\\b`, 'i').test(text);

/** An operation that brings an object into a state, perhaps only with certain fields in its body. */
interface Leading {
  id: string;
  value: string;
  texts: string[];
  name: string;
  sent?: string;
}

/** Finds an effect in a description such as "a scan of the kind `delivered` moves the parcel to `delivered`". */
function effectOf({ document, operations }: Contract, { id, method, path, pointer, request }: Operation) {
  const reading = operations.find((one) => one.method === 'GET' && one.path === path.slice(0, path.lastIndexOf('/')));
  const [name = '', stating] =
    Object.entries(reading?.response.properties ?? {}).find(([one, { enum: listed }]) => /stat(e|us)$/i.test(one) && listed) ??
    [];
  const texts = (stating?.enum ?? []).map(String);
  const causes = Object.entries(request.properties ?? {}).flatMap(([one, { enum: listed = [] }]) =>
    listed.map((value) => ({ sent: `{${one}: ${value}}`, said: `\`${value}\`` })),
  );
  const found = sentencesOf(follow(document, `#${pointer}`).description).flatMap((sentence) =>
    texts.flatMap((value) => {
      const [before = '', after] = sentence.split(` to \`${value}\``);
      const sent = after === undefined ? undefined : causes.find(({ said }) => before.includes(said))?.sent;
      return sent === undefined || method !== 'POST' ? [] : [{ id, name, value, texts, sent, read: reading?.id }];
    }),
  );
  return found[0];
}

/** Proposes the fact `x-causes` for an operation whose description says into which state it brings another object. */
export function effects(contract: Contract, operation: Operation): Counted[] {
  const { name, value, sent, read } = effectOf(contract, operation) ?? {};
  if (read === undefined || 'x-causes' in follow(contract.document, `#${operation.pointer}`)) return [];
  const fact = `State x-causes: [{with: ${sent}, read: ${read}, shows: {${name}: ${value}}}]`;
  return [{ place: operation.pointer, fact, buys: '1 case reads what it causes', cases: 1 }];
}

/** Finds the operations after which this operation is refused. Its description says so, as in "Only a draft can be changed". */
function refusedAfter(contract: Contract, { id, pointer }: Operation, others: Operation[]): Leading[] {
  const description = String(follow(contract.document, `#${pointer}`).description ?? '');
  const leads = others.flatMap((one) => leadOf(contract, one) ?? effectOf(contract, one) ?? []);
  const own = leads.find((one) => one.id === id)?.value;
  return sentencesOf(description).flatMap((sentence) => {
    if (!/refus|cannot|can't|\bonly\b|must|not allowed|409/i.test(sentence)) return [];
    const isOther = /another (status|state)/i.test(sentence);
    const all = leads.flatMap(({ texts }) => texts).filter((state) => !isOther || state !== own);
    const named = all.filter((state) => says(isOther ? description : sentence, state));
    const isOnly = isOther || /\bonly\b|\bnot an?\b|\bunless\b|\bmust\b/i.test(sentence);
    return named.length === 0 ? [] : leads.filter(({ value }) => named.includes(value) !== isOnly);
  });
}

/** Makes an `x-refused-after` entry for each body field that is unique, as its or the creating operation's description says. */
function uniqueIn({ document, operations }: Contract, { path, request }: Operation): string[] {
  const maker = operations.find(
    (one) => one.method === 'POST' && one.hasBody && (one.path === path || path.startsWith(`${one.path}/{`)),
  );
  const said = maker ? sentencesOf(follow(document, `#${maker.pointer}`).description) : [];
  return Object.entries(request.properties ?? {}).flatMap(([name, { description }]) => {
    const sentences = [...said, ...sentencesOf(description).map((one) => `${name}: ${one}`)];
    const isIt = (one: string) => bare(one).includes(bare(name)) && /\bunique\b|\bduplicate|\balready\b|\btaken\b/i.test(one);
    const isKnown = maker?.request.properties?.[name] !== undefined && sentences.some(isIt);
    return isKnown ? [`{operation: ${maker.id}, same: [${name}], status: 409}`] : [];
  });
}

/** Proposes the fact `x-refused-after`: the operations after which this operation is refused. */
export function states(contract: Contract, operation: Operation): Counted[] {
  const { id, method, path, pointer, plain, hasBody } = operation;
  const isOfObject = (other: string): boolean => `${path}/`.startsWith(other.slice(0, other.lastIndexOf('/') + 1));
  const others = contract.operations.filter((one) => one.method !== 'DELETE' && one.path.includes('{') && isOfObject(one.path));
  const stated = Object.entries(endsOf).flatMap(([status, ends]) => {
    if (!plain?.responses.some((one) => one.status === status)) return [];
    const isItself = (one: Operation): boolean => one.id === id && method === 'POST' && status === '409' && once.test(path);
    const said = status === '409' ? refusedAfter(contract, operation, others) : [];
    const facts = others.flatMap((one) => {
      const lead = said.find((other) => other.id === one.id);
      const sent = lead?.sent === undefined ? '' : ` with: ${lead.sent},`;
      return lead || isItself(one) || ends.test(one.path) ? [`{operation: ${one.id},${sent} status: ${status}}`] : [];
    });
    return [...facts, ...(status === '409' && hasBody ? uniqueIn(contract, operation) : [])];
  });
  if (method === 'GET' || 'x-refused-after' in follow(contract.document, `#${pointer}`) || stated.length === 0) return [];
  const buys = `${stated.length} ${stated.length === 1 ? 'case tries' : 'cases try'} it in that state`;
  return [{ place: pointer, fact: `State x-refused-after: [${stated.join(', ')}]`, buys, cases: stated.length }];
}

/** Finds the state that the response to a POST shows, if the path or the description names one. */
function leadOf({ document }: Contract, { id, method, path, pointer, request, response }: Operation): Leading | undefined {
  const verb = /\}\/([a-z]{4,})$/i.exec(path)?.[1]?.toLowerCase();
  const found = Object.entries(method === 'POST' ? (response.properties ?? {}) : {}).flatMap(([name, start]) => {
    const texts = (locate(document, start, '').schema.enum ?? []).map(String);
    const asked = texts.filter((text) => verb !== undefined && text.toLowerCase().startsWith(verb));
    const said = texts.filter((text) => String(follow(document, `#${pointer}`).description).includes(`\`${text}\``));
    const [value, ...others] = asked.length > 0 ? asked : said;
    // The client sends this field, so the field does not say in which state the server has put the object.
    const isSent = Object.hasOwn(request.properties ?? {}, name);
    return texts.length < 2 || value === undefined || others.length > 0 || isSent ? [] : [{ id, name, value, texts }];
  });
  return found[0];
}

/** Proposes a schema for the response to a POST: the state that it shows, and the optional fields that it sets. */
export function values(contract: Contract, operation: Operation): Counted[] {
  const { document } = contract;
  const { method, pointer, request, response } = operation;
  const lead = leadOf(contract, operation);
  const { schema } = locateSuccess(document, operation) ?? { schema: {} as Schema };
  const said = String(follow(document, `#${pointer}`).description ?? '');
  const words = [...said.matchAll(/\bsets\b([^.;]*)/gi)].flatMap(([, names = '']) => names.split(/\W+/));
  const set = Object.keys(response.properties ?? {}).filter(
    (name) => words.includes(name) && !(name in (request.properties ?? {})) && !schema.required?.includes(name),
  );
  if (method !== 'POST' || (!lead && set.length === 0) || schema.allOf) return [];
  const parts = [
    ...(set.length > 0 ? [`required: [${set.join(', ')}]`] : []),
    ...(lead ? [`properties: {${lead.name}: {const: ${lead.value}}}`] : []),
  ];
  const fact = `State allOf: [{…}, {${parts.join(', ')}}] as the schema of its success`;
  const buys = `each success is held to this ${[...(lead ? [lead.name] : []), ...set].join(' and ')}`;
  return [{ place: pointer, fact, buys, cases: 1 }];
}
