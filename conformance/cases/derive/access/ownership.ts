import { type Contract, type Operation, requirementAbout } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { bareType } from '../../../src/contract/plain/read-responses.ts';
import { type Exchange, responseHeader, responseObject } from '../../../src/http/exchange.ts';
import { broken, type Finding } from '../../../src/outcome/finding.ts';
import { encodeText } from '../../../src/subject/request-for.ts';
import { attempt } from '../../../src/text/attempt.ts';
import { sortFields } from '../../../src/text/sort-fields.ts';
import { imitateId } from '../../play/near-ids.ts';

/** Checks that a request for another account's invoice gets the same response as a request for an unknown id. */
export async function judgeForeign(
  contract: Contract,
  operation: Operation,
  id: unknown,
  ask: (id: unknown) => Promise<Exchange>,
): Promise<Finding[]> {
  const { identifies = '' } = operation;
  const own = requirementAbout(operation, 'ownership').id;
  // The requirement that is broken if the status is right but the response differs in some other way.
  const looks = contract.requirements.has('foreign-invoice-looks-unknown') ? 'foreign-invoice-looks-unknown' : own;
  // Sends unknown ids before and after the foreign id. Where their responses agree, the foreign id's response must match.
  const [one, other] = [imitateId(String(id)), imitateId(String(id))];
  const missing = await ask(one);
  const foreign = await ask(id);
  const later = await ask(other);
  const texts = textsToCompare({ exchange: foreign, id }, [
    { exchange: missing, id: one },
    { exchange: later, id: other },
  ]);
  const telling = findTelling(...texts);
  const header = tellingHeader(foreign, [missing, later]);
  const isSame = foreign.answer?.status === missing.answer?.status;
  if (isSame && telling === undefined && header === undefined) return [];
  const about = { member: identifies, exchanges: [missing, foreign] };
  if (telling === undefined && header !== undefined) {
    const expected = `the headers of a response for an unknown invoice: ${showHeader(missing, header)}`;
    return broken(contract, looks, { ...about, expected, received: showHeader(foreign, header) });
  }
  const [told, wanted] = texts.map((text) => excerpt(text, telling ?? 0));
  return broken(contract, isSame ? looks : own, {
    ...about,
    expected: `as for an unknown invoice: ${missing.answer?.status} ${wanted}`,
    received: `${foreign.answer?.status} ${told}`,
  });
}

/** A response, and the id in its request. */
interface Told {
  exchange: Exchange;
  id: unknown;
}

/** Finds the first place where a response differs from both responses to an unknown id. Returns excerpts that start there. */
export function tellingPlace(asked: Told, unknown: [Told, Told]): [wanted: string, told: string] | undefined {
  const texts = textsToCompare(asked, unknown);
  const at = findTelling(...texts);
  return at === undefined ? undefined : [excerpt(texts[1], at), excerpt(texts[0], at)];
}

/** Returns the three bodies without their ids, and with sorted fields, because some servers vary the order of fields. */
function textsToCompare(asked: Told, unknown: [Told, Told]): [string, string, string] {
  return [asked, ...unknown].map(({ exchange, id }) => sortJson(withoutIds(exchange, id))) as [string, string, string];
}

/** Finds a header by which the response for the foreign invoice differs from both responses for unknown ids. */
function tellingHeader(foreign: Exchange, unknown: [Exchange, Exchange]): string | undefined {
  const names = [foreign, ...unknown].flatMap(({ answer: response }) => response?.headers.map(([name]) => name) ?? []);
  const tells = (name: string): boolean => {
    // An HTTP server or a gateway adds these headers to some responses only, so they reveal nothing about an invoice.
    if (ofConnection.includes(name)) return false;
    if (!withValues.includes(name)) return unknown.every((one) => has(one, name) !== has(foreign, name));
    const [told, one, other] = [foreign, ...unknown].map((exchange) => inOrder(exchange, name));
    return one === other && one !== told;
  };
  return names.find(tells);
}

/** Headers whose values should be the same for every request and on every server. Only these are compared by value. */
const withValues = ['cache-control', 'content-type', 'vary', 'allow', 'link', 'location', 'www-authenticate'];

const showHeader = ({ answer: response }: Exchange, name: string): string => {
  const sent = response && responseHeader(response, name);
  const value = name === 'content-type' && sent !== undefined ? bareType(sent) : sent;
  return value === undefined ? `no ${name}` : `${name}: ${value}`;
};

/** Returns the words of a header, sorted because their order in `Vary` or `Cache-Control` means nothing. */
const inOrder = (exchange: Exchange, name: string): string =>
  showHeader(exchange, name)
    .split(/[\s,]+/)
    .sort()
    .join(' ');

const ofConnection = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'set-cookie', 'age', 'date'];

const has = ({ answer: response }: Exchange, name: string): boolean =>
  response !== undefined && responseHeader(response, name) !== undefined;

/** Returns the text of a body without the id of the object and the id of the request. */
function withoutIds({ answer: response }: Exchange, id: unknown): string {
  const requestIds = response ? [responseHeader(response, 'x-request-id'), responseObject(response)?.requestId] : [];
  // A response may repeat an id from the path in its percent-encoded form.
  const written = typeof id === 'string' ? [id, encodeText(id)] : [];
  return [...written, ...requestIds]
    .filter((id): id is string => typeof id === 'string' && id !== '')
    .reduce((text, id) => text.replaceAll(asWord(id), ''), response?.text ?? '');
}

/** Returns a pattern or text that finds an id. A short id must be a separate word, because `1` also occurs in statuses. */
const asWord = (id: string): string | RegExp =>
  id.length >= 8 ? id : new RegExp(`(?<![\\w.:])${id.replace(/[^\w]/g, '\\$&')}(?![\\w:]|\\.\\w)`, 'g');

function excerpt(text: string, at: number): string {
  const from = Math.max(0, at - 40);
  return `${from > 0 ? '…' : ''}${showValue(text.slice(from))}`;
}

/** Finds where a response differs from two others. Ignores what also differs between those two, such as a time. */
function findTelling(text: string, one: string, other: string): number | undefined {
  const [asked, first, second] = [text, one, other].map((whole) => whole.split(/([\s"]+)/)) as [string[], string[], string[]];
  const comparable = first.length === second.length;
  const varies = (index: number): boolean => comparable && first[index] !== second[index];
  const at = asked.findIndex((word, index) => word !== first[index] && !varies(index));
  if (at === -1 && asked.length === first.length) return undefined;
  return at === -1 ? text.length : asked.slice(0, at).join('').length;
}

/** Returns JSON with sorted object fields and without white space; any other text as it is. */
const sortJson = (text: string): string => attempt(() => JSON.stringify(sortFields(JSON.parse(text)))) ?? text;
