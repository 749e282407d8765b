import type { Case, DeclareCases } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { type Exchange, hasSucceeded } from '../../src/http/exchange.ts';
import type { Finding } from '../../src/outcome/finding.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { idOf } from '../play/key-trial.ts';
import { firstWrong, judgeNoServerError, judgeUnchanged } from '../play/odd-input.ts';

/** Returns a tag in the form that all its spellings share: without `$` and in lower case. */
export const bareTag = (tag: unknown): string => String(tag).replace(/^\$/, '').toLowerCase();
const text = (value: string): string => JSON.stringify(value);

/** Values of one field, each as JSON text, that a client could send by accident. */
interface OddValues extends Pick<Case, 'id' | 'title'> {
  member: string;
  /** The requirement that a deployment breaks if it accepts a value but returns it changed. */
  requirement: string;
  values: string[];
  same(sent: unknown, shown: unknown): boolean;
}

/** Checks that an amount came back exactly, or almost exactly if nobody could pay such an amount (RFC 8259, section 6). */
function sameAmount(sent: unknown, shown: unknown): boolean {
  if (typeof sent !== 'number' || typeof shown !== 'number') return false;
  const payable = sent >= 1e-6 && sent <= Number.MAX_SAFE_INTEGER;
  return sent === shown || (!payable && Math.abs(sent - shown) <= 4 * Number.EPSILON * Math.abs(sent));
}

const odd: OddValues[] = [
  {
    id: 'tags',
    title: 'A tag in another script, of symbols or of great length is refused, or comes back as it was sent',
    member: 'cashTag',
    requirement: 'invoice-cash-tag',
    values: [
      ...['кофейня', '咖啡店', 'مقهى', 'קפה', 'coffee\u0663', 'caf\u00e9', 'ｃｏｆｆｅｅ', '🙂', '👩‍👩‍👧'].map(text),
      ...['a\u200bb', 'a\u202eb'].map(text),
      ...['cafe\u0301', 'a\u0000b', 'a\tb', 'a\nb', 'a b', 'a"b', 'a\\b', "o'neil", 'a%00b', 'a/b', '<b>a</b>'].map(text),
      ...['null', 'undefined', 'constructor', '__proto__', 'NaN', '0', '1e5', 'true'].map(text),
      // The longest tag, tags that change if they are lower-cased or converted to a number, and tags outside the grammar.
      ...['$abcdefghij0123456789', 'INDIGO', '007bond', '@coffee', ' coffee ', ''].map(text),
      ...[50, 300, 2000, 20_000].map((length) => text('a'.repeat(length))),
    ],
    same: (sent, shown) => bareTag(sent) === bareTag(shown),
  },
  {
    id: 'amounts',
    title: 'An amount of unusual size or spelling is refused, or comes back as it was sent',
    member: 'amount',
    requirement: 'invoice-amount',
    values: [
      ...['0.01', '0.07', '0.1', '0.7', '12.05', '1.1', '1.13', '4.35', '8.2', '64.1', '0.29', '1.005', '12.345', '10.00001'],
      ...['12.3400000001', '0', '500000.01', '999999.99'],
      ...['1000000', '123456789.12', '2147483648', '21474836.48', '42949672.97', '9007199254740991', '99999999999.99'],
      ...['1e2', '1E+1', '1.5e1', '100e-2', '1e15', '1e20', '1e31', '1e308', '1e400', '1e-7', '1e-30', '1e-400', '-1', '-0.01'],
    ],
    same: sameAmount,
  },
  {
    id: 'urls',
    title: 'A returnUrl of unusual form is refused, or comes back as it was sent',
    member: 'returnUrl',
    requirement: 'invoice-return-url',
    values: [
      ...['https://example.com', 'https://example.com?a=b', 'https://EXAMPLE.com/A', 'HTTPS://example.com/'],
      ...['https://example.com:443/', 'https://example.com/a/../b', 'https://example.com/a/./b'],
      'https://example.com/a%2fb?b=1&a=2&b=3',
      ...['https://example.com/%7ea', 'https://example.com/?q=%C3%A9&r=a+b', 'https://example.com/#/r?x=1'],
      ...['https://example.com./', 'https://example.com/;a=1', 'https://example.com/?', 'https://example.com/#'],
      ...['https://example.com//a', "https://example.com/!$&'()*+,;=:@-._~?a&b=&c=d=e", 'http://www.example.com/%7Bid%7D'],
      `https://example.com/${'a'.repeat(1900)}`,
      ...['https://xn--bcher-kva.example/', 'https://[2001:db8:0:0:0:0:0:1]/', 'https://example.com/%61bc%2D%5F?a=%41'],
      ...['https://example.com/?utm_source=a&gclid=b&fbclid=c&session_id=d', 'https://example.com/?a=1&amp;b=2'],
      ...['https://example.com:8443/a?b=https://example.org/?c=d', 'https://example.com/a%20b%2520c', 'http://example.com:80/'],
      ...['https://[2001:db8::1]/', 'https://example.com/?a=<b>', 'https://example.com/\u00e9', 'shop://paid'],
    ].map(text),
    same: (sent, shown) => sent === shown,
  },
];

/** Halves of surrogate pairs, which JSON can express but UTF-8 cannot. */
const halfPairs: [member: string, json: string][] = [
  ['cashTag', '"\\ud800"'],
  ['cashTag', '"a\\udc00"'],
  ['cashTag', '"\\ud800\\ud800"'],
  ['callbackUrl', '"\\ud800"'],
  ['callbackUrl', '"https://example.com/\\udc00"'],
  ['amount', '"\\ud800"'],
];

/** Strings and URLs on which some parsers fail. */
const members = [
  ...['', 'https://', 'https://example.com/%zz'].flatMap((url) => [`,"returnUrl":"${url}"`, `,"callbackUrl":"${url}"`]),
  ',"isWhiteLabel":"\\ud800"',
  ',"returnUrl":"\\ud800"',
  ',"returnUrl":"https://example.com/\\u0000"',
  ',"returnUrl":"https://[::"',
  ',"returnUrl":"https://example.com:99999/"',
  `,"returnUrl":"https://example.com/${'a'.repeat(20_000)}"`,
  ',"callbackUrl":"https://[::"',
  ',"callbackUrl":"https://example.com:99999/"',
  ',"callbackUrl":"//example.com/a"',
  `,"callbackUrl":"https://${'a'.repeat(300)}.example/"`,
];

/** Cases for input that a client could send by accident. */
export const oddCases: DeclareCases = (contract) => [
  ...odd.map((values) => oddCase(contract, values)),
  survived(contract, 'members', 'Broken texts and broken URLs in a create do not lead to a 500', ({ createBody }) =>
    members.map((more) => ['body', `… ${more.slice(0, 60)}`, `${JSON.stringify(createBody).slice(0, -1)}${more}}`]),
  ),
  survived(contract, 'half-pairs', 'Half a surrogate pair in any field of a create does not lead to a 500', (subject) =>
    halfPairs.map((pair) => [...pair, bodyWith(subject, [pair])]),
  ),
];

/** Makes a case that sends bodies which no server can be expected to accept. */
function survived(
  contract: Contract,
  id: string,
  title: string,
  bodiesFor: (subject: Subject) => [member: string, shown: string, body: string][],
): Case {
  return {
    ...{ id: `create-payment/odd/${id}`, title, requirement: 'bad-input-is-no-server-error' },
    operations: ['create-payment'],
    takesEither: true,
    run: ({ subject }) =>
      firstWrong(bodiesFor(subject), async ([member, shown, body]) =>
        judgeNoServerError(contract, member, shown, await sendText(subject, body)),
      ),
  };
}

function oddCase(contract: Contract, { id, title, member, requirement, values, same }: OddValues): Case {
  return {
    id: `create-payment/odd/${id}`,
    title,
    requirement,
    covers: ['bad-input-is-no-server-error'],
    operations: ['create-payment', 'fetch-payment'],
    takesEither: true,
    run: ({ subject }) =>
      firstWrong([...values.entries()], async ([at, json]) => {
        const sent: unknown = JSON.parse(json);
        const all = (await createsWithAll(subject))[at] as Exchange;
        // If the create with all odd values was refused, another value may be the reason, so this one is sent separately.
        const created = hasSucceeded(all) ? all : await sendText(subject, bodyWith(subject, [[member, json]]));
        const judge = (exchange: Exchange): Finding[] => [
          ...judgeNoServerError(contract, member, showValue(sent), exchange),
          ...judgeUnchanged(contract, { requirement, member, expected: sent, same: (shown) => same(sent, shown) }, exchange),
        ];
        const findings = judge(created);
        return findings.length > 0 || !hasSucceeded(created) ? findings : judge(await subject.fetch(idOf(created)));
      }),
  };
}

/** Sends creates with an odd value in each field. If a deployment accepts them, no value needs a separate create. */
function createsWithAll(subject: Subject): Promise<Exchange[]> {
  const most = Math.max(...odd.map(({ values }) => values.length));
  return subject.share('created with odd values of all fields', async () => {
    const bodies = Array.from({ length: most }, (_, at) =>
      bodyWith(
        subject,
        odd.flatMap(({ member, values }) => values.slice(at, at + 1).map((json): [string, string] => [member, json])),
      ),
    );
    const exchanges: Exchange[] = [];
    for (let at = 0; at < most; at += 4)
      exchanges.push(...(await Promise.all(bodies.slice(at, at + 4).map((body) => sendText(subject, body)))));
    return exchanges;
  });
}

/** Writes the body of a create with these fields, whose values are given as JSON text. */
function bodyWith(subject: Subject, fields: readonly [member: string, json: string][]): string {
  const names = fields.map(([member]) => member);
  const rest = Object.entries(subject.createBody).filter(([name]) => !names.includes(name));
  const written = [...rest.map(([name, value]) => [name, JSON.stringify(value)]), ...fields];
  return `{${written.map(([name = '', json]) => `${text(name)}:${json}`).join(',')}}`;
}

function sendText(subject: Subject, body: string): Promise<Exchange> {
  return subject.send({ ...subject.requestOf('createPayment', {}), body });
}
