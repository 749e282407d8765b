import { isNode, itemsOf, type Node, type Place, textOf } from '../reader/json.ts';
import { requirementsOf } from '../reader/list-requirements.ts';
import { type Amount, readAttempts, readDurations, readSizes, readWindows } from '../reader/read-amounts.ts';
import { walkDocument } from '../reader/walk-document.ts';
import { type Context, defineRule, type Finding } from './define-rule.ts';

/** Facts in seconds. */
const lasting = ['x-kept-seconds', 'x-lifetime', 'x-paid-before-creation', 'x-delivery'];

/** The description beside a fact, and the requirements on it, say in words what the fact says: `24 hours` for 86400 seconds. */
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

/** A text of the contract, and how messages name it. */
interface Text {
  at: Place;
  called: string;
  words: string;
}

/** Lists the texts of a node: its description, those of a problem, and its requirements. */
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

/** Lists the texts that speak of a fact: those of its node, and of delivery the requirements on its headers. */
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
    yield { at, message: `${called} says ${[...new Set(others)].join(' and ')}, and ${fact}. Make them agree.` };
}

const inSeconds = (values: number[]): string => `${[...new Set(values)].join(', ')} seconds`;

/** Lists the whole numbers of a fact; a jitter is none. */
function numbersOf(fact: unknown): number[] {
  if (typeof fact === 'number') return Number.isInteger(fact) ? [fact] : [];
  return isNode(fact) ? [...itemsOf(fact.delays), ...Object.values(fact)].flatMap(numbersOf) : [];
}
