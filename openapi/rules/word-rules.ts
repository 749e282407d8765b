import { findStaleWords } from '../reader/find-stale-words.ts';
import { followReference, listTargets } from '../reader/follow-reference.ts';
import { entriesOf, isNode, isText, itemsOf, type Node, type Place, textOf } from '../reader/json.ts';
import { type Lifecycle, stateAfter, type Transition } from '../reader/list-lifecycles.ts';
import { requestPropertiesOf } from '../reader/list-properties.ts';
import { type Requirement, requirementsOf } from '../reader/list-requirements.ts';
import { type DocumentedResponse, listDocumentedResponses } from '../reader/list-response-headers.ts';
import { type Amount, readAttempts, readDurations, readSizes, readWindows } from '../reader/read-amounts.ts';
import type { Contract } from '../reader/read-contract.ts';
import { walkDocument } from '../reader/walk-document.ts';
import { type Context, defineRule, type Finding } from './define-rule.ts';
import { listProblemExamples } from './problem-rules.ts';

const lasting = ['x-kept-seconds', 'x-lifetime', 'x-paid-before-creation', 'x-delivery'];

/** Checks that the amounts in descriptions and requirements match the contract's facts, such as `24 hours` and 86400 seconds. */
export const factWords = defineRule(function* ({ document, rateLimits, requirements }, { readText }) {
  for (const { node, at } of walkDocument(document)) {
    for (const text of textsOf(node, at, readText)) yield* compare(text, readSizes, document, 'x-body-limit');
    for (const fact of lasting.filter((key) => key in node))
      for (const text of textsAbout(node, at, fact, readText)) yield* compare(text, readDurations, node, fact);
    const { 'x-delivery': delivery } = node;
    if (isNode(delivery))
      for (const text of textsOf(node, at, readText)) {
        const attempts = itemsOf(delivery.delays).length + 1;
        yield* tell(text, readAttempts(text.words), [attempts], `x-delivery has ${attempts - 1} delays, so ${attempts} attempts`);
      }
  }
  for (const { id, text, at } of requirements) {
    const windows = rateLimits.filter((limit) => limit.requirement === id).map((limit) => limit.seconds);
    const told = { at: [...at, 'text'], called: `'${id}'`, words: text };
    if (windows.length > 0)
      yield* tell(told, [...readWindows(text), ...readDurations(text)], windows, `its x-rate-limits have ${inSeconds(windows)}`);
  }
});

interface Text {
  at: Place;
  called: string;
  words: string;
}

/** Lists the texts of an object: its description, the texts of a problem, and its requirements. */
function textsOf(node: Node, at: Place, readText: Context['readText']): Text[] {
  const own = ['description', 'summary', 'cause', 'cure'].flatMap((key): Text[] => {
    const words = readText(node[key]);
    return words === undefined ? [] : [{ at: [...at, key], called: `The ${key}`, words }];
  });
  const list = { owner: node, list: node['x-requirements'], features: [], at: [...at, 'x-requirements'] };
  return [
    ...own,
    ...requirementsOf(list).map((one) => ({ at: [...one.at, 'text'], called: `'${one.id}'`, words: textOf(one.node.text) })),
  ];
}

/** Lists the texts that may mention a fact: those of its object and, for `x-delivery`, those of the callback's headers. */
function textsAbout(node: Node, at: Place, fact: string, readText: Context['readText']): Text[] {
  const headers = fact === 'x-delivery' ? itemsOf(node.parameters) : [];
  return [
    ...textsOf(node, at, readText),
    ...headers.flatMap((header, index) => (isNode(header) ? textsOf(header, [...at, 'parameters', index], readText) : [])),
  ];
}

function compare(text: Text, read: (words: string) => Amount[], node: Node, fact: string): Iterable<Finding> {
  const values = numbersOf(node[fact]);
  const said = read === readSizes ? `${values.join(' and ')} bytes` : inSeconds(values);
  return values.length === 0 ? [] : tell(text, read(text.words), values, `${fact} has ${said}`);
}

function* tell({ at, called }: Text, amounts: Amount[], values: number[], fact: string): Generator<Finding> {
  const others = amounts.filter(({ value }) => !values.includes(value)).map(({ words }) => words);
  if (others.length > 0)
    yield { at, message: `${called} says ${[...new Set(others)].join(' and ')}, but ${fact}. Make them agree.` };
}

const inSeconds = (values: number[]): string => `${[...new Set(values)].join(', ')} seconds`;

/** Lists the whole numbers in a fact. Leaves out a jitter, which is a fraction. */
function numbersOf(fact: unknown): number[] {
  if (typeof fact === 'number') return Number.isInteger(fact) ? [fact] : [];
  return isNode(fact) ? [...itemsOf(fact.delays), ...Object.values(fact)].flatMap(numbersOf) : [];
}

/** Checks that a response documents each header named in its requirements, in those for all responses, or in a problem's cure. */
export const headerWords = defineRule(function* (contract) {
  const responses = listDocumentedResponses(contract);
  const known = [...new Set(responses.flatMap(({ headers }) => headers))];
  const namedIn = (text: string) => text.split(/[^\w-]+/).filter((word) => known.includes(word));
  const check = function* (said: string, text: string, response: DocumentedResponse): Generator<Finding> {
    for (const name of namedIn(text))
      if (!response.headers.includes(name))
        yield { at: response.at, message: `${said} names the header ${name}, which this response does not document. Add it.` };
  };
  for (const list of contract.requirementLists)
    for (const { id, text } of requirementsOf(list)) {
      const ofEvery = list.at.length === 1 && /^Every response\b/.test(text);
      for (const response of responses) if (ofEvery || response.node === list.owner) yield* check(`'${id}'`, text, response);
    }
  for (const response of responses)
    for (const { code } of listProblemExamples(contract.document, response.node, response.at))
      yield* check(`The cure of '${code}'`, textOf(contract.document['x-problems']?.[code]?.cure), response);
});

/** Checks that at least one of the statuses that a requirement names belongs to its operation or response. */
export const statusWords = defineRule(function* ({ document, operations, requirementLists }) {
  const statuses = new Map<Node, Set<string>>();
  const add = (owner: Node, status: string) => statuses.set(owner, (statuses.get(owner) ?? new Set()).add(status));
  for (const { node, at } of operations.flatMap((operation) => [operation, ...operation.callbacks]))
    for (const [status, reference] of entriesOf(node.responses)) {
      add(node, status);
      add(followReference(document, reference, [...at, 'responses', status]).node, status);
    }
  for (const list of requirementLists) {
    const stated = [...(statuses.get(list.owner) ?? [])];
    for (const { id, text, at } of requirementsOf(list)) {
      const said = Array.from(
        text.matchAll(/\b(?:returns|refused with) (\d{3})\b|\b(\d{3}) response\b/g),
        (found) => found[1] ?? found[2],
      );
      // It is enough that one of the statuses is right, because a text may also mention other responses.
      if (said.length === 0 || stated.length === 0 || said.some((status) => status && stated.includes(status))) continue;
      yield {
        at: [...at, 'text'],
        message: `'${id}' says ${said.join(' and ')}, but ${stated.join(', ')} ${stated.length > 1 ? 'are' : 'is'} documented. Make them agree.`,
      };
    }
  }
});

/** Checks texts that list methods, paths, scopes, ports or values of an enum against the contract. */
export const listedWords = defineRule(function* (contract, { readText }) {
  for (const { node, at } of walkDocument(contract.document))
    for (const key of ['description', 'summary', 'text', 'cause', 'cure'])
      for (const what of findStaleWords(contract, readText(node[key]) ?? ''))
        yield { at: [...at, key], message: `${what} Make them agree.` };
  for (const [section, title] of contract.sources)
    for (const what of findStaleWords(contract, title)) yield { at: ['x-sources', section], message: `${what} Make them agree.` };
  yield* checkValues(contract);
});

/** Checks that `one of A, B` in a requirement lists every value of its object's enum. Only states of a feature may be missing. */
function* checkValues({ document, lifecycles, requirementLists }: Contract): Generator<Finding> {
  const ofFeatures = new Set(lifecycles.flatMap(({ stateFeatures }) => [...stateFeatures.keys()]));
  for (const list of requirementLists) {
    const values = listTargets(document, list.owner, list.at).flatMap(({ node }) => itemsOf(node?.enum).filter(isText));
    for (const { id, text, at } of requirementsOf(list)) {
      const [, said = ''] = /\bone of ([^.;:]+)/.exec(text) ?? [];
      const listed: string[] = said.match(/[\w.-]+/g) ?? [];
      if (values.filter((value) => listed.includes(value)).length < 2) continue;
      const missing = values.filter((value) => !listed.includes(value) && !ofFeatures.has(value));
      if (missing.length > 0)
        yield {
          at: [...at, 'text'],
          message: `'${id}' lists the values without ${missing.join(', ')}. Make it agree with the enum.`,
        };
    }
  }
}

/** Matches words that say which value an absent field has: `false when absent`, `null when create was sent none`. */
const stated = /(?<![\w.-])`?([\w.-]+)`? when (?:it is |it was )?(?:absent|left out|(?:create |it )?was sent none)/i;

/** Checks texts that say which value an absent field has. They must agree with the default that `defaultOf` finds. */
export const defaultWords = defineRule(function* (contract, { readText }) {
  for (const { node, at } of walkDocument(contract.document)) {
    const fallback = defaultOf(contract, node);
    if (fallback === undefined) continue;
    for (const { words, at: place } of textsOf(node, at, readText)) {
      const [quoted = '', value = ''] = stated.exec(words) ?? [];
      if (value !== '' && value.toLowerCase() !== fallback.toLowerCase())
        yield { at: place, message: `It says "${quoted}", but the default is ${fallback}. Make them agree.` };
    }
  }
});

/** Returns the word for an absent field's value: the field's default, or the default of the request field that it repeats. */
function defaultOf({ document, operations }: Contract, node: Node): string | undefined {
  if (node.default !== undefined) return wordOf(node.default);
  const echo = node['x-echoes'];
  const operation = isNode(echo) ? operations.find(({ id }) => id === echo.operation) : undefined;
  const source = operation && requestPropertiesOf(document, operation).find(({ name }) => name === echo.property);
  if (!source || source.required) return undefined;
  return wordOf(followReference(document, source.node, source.at).node?.default ?? null);
}

/** Returns the word that texts use for a value. An empty object or list is "empty". */
function wordOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.keys(value).length === 0 ? 'empty' : JSON.stringify(value);
}

/** Checks that the problems, successes and final states named in requirements agree with the lifecycle's transitions. */
export const lifecycleWords = defineRule(function* (contract) {
  for (const lifecycle of contract.lifecycles)
    for (const requirement of contract.requirements) {
      const own = lifecycle.transitions.filter(({ node }) => node.requirement === requirement.id);
      for (const said of [...sayOfResponses(contract, requirement, own), ...sayOfFinalState(lifecycle, requirement)])
        yield { at: [...requirement.at, 'text'], message: `'${requirement.id}' ${said} Make them agree.` };
    }
});

function* sayOfResponses({ problems }: Contract, { text }: Requirement, own: readonly Transition[]): Generator<string> {
  if (own.length === 0) return;
  const named = problems.filter(({ code }) => text.includes(`\`${code}\``)).map(({ code }) => code);
  const refused = new Set(own.flatMap(({ problem }) => problem ?? []));
  for (const code of named) if (!refused.has(code)) yield `names ${code}, which none of its transitions has.`;
  for (const code of refused)
    if (named.length > 0 && !named.includes(code)) yield `names ${named.join(', ')}, but one of its transitions has ${code}.`;
  const status = /\breturns (2\d\d)\b/.exec(text)?.[1];
  if (status !== undefined && !own.some(({ node }) => String(node.status) === status))
    yield `says "returns ${status}", but none of its transitions has that status.`;
}

function* sayOfFinalState({ states, transitions }: Lifecycle, { text }: Requirement): Generator<string> {
  const state = /^An? (\w+) invoice never changes\b/.exec(text)?.[1] ?? '';
  if (!states.includes(state)) return;
  for (const transition of transitions.filter(({ from }) => from.includes(state)))
    if ((stateAfter(transition, state) ?? state) !== state || transition.node.changes !== undefined)
      yield `says that ${state} never changes, but '${transition.event}' changes it.`;
}
