import type { Case } from '../../../src/case/case.ts';
import { checkRefusal } from '../../../src/checks/check-refusal.ts';
import { type Contract, type Operation, requirementById } from '../../../src/contract/contract.ts';
import type { RequestSpec } from '../../../src/http/exchange.ts';
import { parseJson } from '../../../src/http/parse-json.ts';
import { baselineOf } from '../../../src/subject/baseline.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import { attempt } from '../../../src/text/attempt.ts';
import { firstWrong, judgeNoServerError } from '../../play/odd-input.ts';
import { showText } from '../../violations/malformed-bodies.ts';
import { judgeCode } from '../refusals/send-violation.ts';

/** Ways to turn a valid body into text that resembles JSON but is not JSON. */
const kinds: { id: string; title: string; requirement?: string; encoding?: 'latin1'; make(json: string): string[] }[] = [
  {
    id: 'comments',
    title: 'with a comment',
    make: (json) => [`{/* a comment */${json.slice(1)}`, `${json} // a comment`, `# a comment\n${json}`, `${json}<!-- -->`],
  },
  {
    id: 'behind',
    title: 'with more after it',
    make: (json) => [`${json} x`, `${json}}`, `${json},`, `${json}${json}`, `${json}\n{}`, `${json}null`, `${json}\u0000`],
  },
  {
    id: 'white-space',
    title: 'with white space that JSON does not know',
    make: (json) =>
      ['\f', '\v', '\u001e', '\u00a0', '\u0085', '\u200b', '\u2028', '\u3000', '\ufeff'].flatMap((space) => [
        `${space}${json}`,
        json.replace(':', `:${space}`),
      ]),
  },
  {
    id: 'quotes',
    title: 'with names or texts in other quotes, or in none',
    make: (json) => [
      json.replaceAll('"', "'"),
      json.replaceAll('"', '`'),
      json.replace(/"(\w+)":/g, '$1:'),
      json.replace(/"(\w+)":/g, "'$1':"),
      json.replace(/:"([^"]*)"/g, ':`$1`'),
      json.replaceAll('"', '\u201d'),
    ],
  },
  {
    id: 'commas',
    title: 'with a comma too many or too few',
    make: (json) => [
      ...[`${json.slice(0, -1)},}`, `{,${json.slice(1)}`, `${json.slice(0, -1)};}`, `${json.slice(0, -1)},"list":[1,]}`],
      ...[json.replace(':', '='), json.replace(':', '=>'), json.replace(':', ' '), json.replace(':', '::')],
      ...[',,', ';', ' '].map((sign) => `${json.slice(0, -1)}${sign}"more":1}`),
    ],
  },
  {
    id: 'brackets',
    title: 'with a missing bracket, another kind of bracket, or words around it',
    make: (json) => [
      ...[json.slice(1), `${json.slice(0, -1)}]`, `[${json}`, `(${json})`, `${json};`, `${json.slice(0, -1)},"more":"a`],
      ...[`)]}',\n${json}`, `while(1);${json}`, `json=${json}`, `data: ${json}\n\n`],
    ],
  },
  {
    id: 'forms',
    title: 'that is a form',
    make: (json) => {
      const values = Object.entries(parseJson(json) as object).map(([name, value]): [string, string] => [name, String(value)]);
      const form = new URLSearchParams(values).toString();
      return [form, `?${form}`, values.map(([name, value]) => `${name}: ${value}`).join('\n')];
    },
  },
  {
    id: 'encodings',
    title: 'in UTF-16 or UTF-32',
    encoding: 'latin1',
    make: (json) => {
      const little = [`\uFEFF${json}`, json].map((text) => Buffer.from(text, 'utf16le'));
      const big = little.map((bytes) => Buffer.from(bytes).swap16());
      const wide = Buffer.from([...json].flatMap((one) => [one.charCodeAt(0) & 255, one.charCodeAt(0) >> 8, 0, 0]));
      return [...little, ...big, wide].map((bytes) => bytes.toString('latin1'));
    },
  },
  {
    id: 'control-characters',
    title: 'with an unescaped control character in a text',
    make: (json) => ['\n', '\t', '\r', '\u0000', '\u001f'].map((character) => inFirstText(json, character)),
  },
  {
    id: 'escapes',
    title: 'with an escape that JSON does not know',
    make: (json) =>
      ['\\x41', '\\a', '\\0', '\\\n', "\\'", '\\u12', '\\u{41}', '\\U00000041'].map((one) => inFirstText(json, one)),
  },
  {
    id: 'numbers',
    title: 'with a number that JSON does not know',
    // Replaces the last value if it is a number. Otherwise adds a field, whose name may be refused as well.
    make: (json) => {
      const start = /:[\d.]+}$/.test(json) ? json.replace(/:[\d.]+}$/, ':') : `${json.slice(0, -1)},"number":`;
      return [
        ...['NaN', 'Infinity', '-Infinity', '012', '+12', '.5', '12.', '0x0c', '1_2', '12n', '1e', 'nan', 'True', 'undefined'],
        ...['1\u0662', '1,5', '1f'],
      ].map((number) => `${start}${number}}`);
    },
  },
  {
    id: 'utf-8',
    title: 'with bytes in a text that are not UTF-8',
    requirement: 'invalid-utf8-is-400',
    encoding: 'latin1',
    // Invalid UTF-8: a lone continuation byte, FF, overlong slashes, half a surrogate pair, a code point too high, a cut-off end.
    make: (json) => [
      ...['\x80', '\xff', '\xc0\xaf', '\xe0\x80\xaf', '\xed\xa0\x80', '\xf4\x90\x80\x80', '\xe2\x82'].map((bytes) =>
        inFirstText(Buffer.from(json).toString('latin1'), bytes),
      ),
      `${Buffer.from(json).toString('latin1')}\xe2\x82`,
    ],
  },
];

/** Inserts text at the end of the first string value, or before the closing brace if no value is a string. */
function inFirstText(json: string, text: string): string {
  const found = /(:"(?:[^"\\]|\\.)*)"/.exec(json);
  return found ? json.replace(found[0], () => `${found[1]}${text}"`) : `${json.slice(0, -1)}${text}"}`;
}

type Body = Pick<RequestSpec, 'body' | 'encoding'>;

const inUtf16 = (text: string): Body => ({ body: Buffer.from(text, 'utf16le').toString('latin1'), encoding: 'latin1' });

/** Returns a function that puts this text in place of the last value. */
const withLast =
  (value: string) =>
  (json: string): Body => ({ body: json.replace(/:[^:]*}$/, () => `:${value}}`) });

/** Bodies that must get a response other than a 5xx, whether a server accepts or refuses them. */
const survived: { title: string; make(json: string): Body }[] = [
  { title: 'a byte order mark before it', make: (json) => ({ body: `\uFEFF${json}` }) },
  { title: 'in UTF-16', make: (json) => inUtf16(`\uFEFF${json}`) },
  { title: 'in UTF-16 without a mark', make: inUtf16 },
  { title: 'bytes that are not UTF-8', make: () => ({ body: '\u00ff\u00fe\u0000\u00c0\u00af', encoding: 'latin1' }) },
  // These values are not valid JSON, but some parsers accept them, and the server then fails on them later.
  ...['NaN', 'Infinity', '-Infinity'].map((number) => ({ title: `${number} for a value`, make: withLast(number) })),
  { title: '15,000 nested arrays', make: () => ({ body: '['.repeat(15_000) + ']'.repeat(15_000) }) },
  { title: '30,000 arrays that are opened', make: () => ({ body: '['.repeat(30_000) }) },
  { title: '5,000 nested objects', make: () => ({ body: `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}` }) },
  { title: '12,000 nested arrays as a field', make: withLast('['.repeat(12_000) + ']'.repeat(12_000)) },
  { title: '3,000 fields', make: () => ({ body: `{${Array.from({ length: 3000 }, (_, at) => `"a${at}":1`).join(',')}}` }) },
  { title: 'a number of 20,000 digits', make: withLast('9'.repeat(20_000)) },
  { title: 'a number with an exponent of 20 digits', make: withLast(`1e${'9'.repeat(20)}`) },
];

/** Derives cases for bodies that resemble JSON and that some well-known parsers accept: they are refused, without a 5xx. */
export function deriveNearJson(contract: Contract, operation: Operation): Case[] {
  return [
    ...kinds.map(
      ({ id, title, requirement = 'malformed-json-is-400', encoding, make }): Case => ({
        id: `${operation.slug}/near-json/${id}`,
        title: `A ${operation.slug} body ${title} is refused`,
        requirement,
        covers: ['bad-input-is-no-server-error'],
        operations: [operation.slug],
        async run({ subject, features }) {
          const { body, accepted } = await baselineOf(subject, operation);
          const json = JSON.stringify(body);
          // In UTF-32, a receipt can make a body too large. Leaves out such a body, because the size limit is checked first.
          const texts = [...new Set(make(json))].filter(
            (text) => Buffer.byteLength(text, encoding) <= contract.bodyLimit && (encoding || isNoJson(text)),
          );
          return firstWrong(texts, async (text) => {
            const spec = { ...requestFor(operation, body), body: text, ...(encoding && { encoding }) };
            const exchange = await subject.send(spec);
            const about = { requirement: requirementById(contract, requirement), pointer: operation.requestPointer };
            const difference = `body: ${json} → ${showText(text)}`;
            const findings = checkRefusal(contract, { ...about, difference, baselineAccepted: accepted }, exchange);
            // Only the code shows whether a text was refused as malformed, or was parsed and then refused for its content.
            return findings.length > 0 ? findings : judgeCode(contract, features, requirement, 'malformed_json', exchange);
          });
        },
      }),
    ),
    {
      id: `${operation.slug}/near-json/survived`,
      title: `A ${operation.slug} body that is deep, long or in another encoding gets a response without a 5xx`,
      requirement: 'bad-input-is-no-server-error',
      operations: [operation.slug],
      takesEither: true,
      run: ({ subject }) =>
        firstWrong(survived, async ({ title, make }) => {
          const { body } = await baselineOf(subject, operation);
          const exchange = await subject.send({ ...requestFor(operation, body), ...make(JSON.stringify(body)) });
          return judgeNoServerError(contract, 'body', title, exchange);
        }),
    },
  ];
}

const isNoJson = (text: string): boolean => attempt(() => JSON.parse(text)) === undefined;
