/** A part of a request that can grow. */
export interface Growth {
  kind: 'path' | 'target' | 'query' | 'header' | 'headers' | 'body';
  /** The name of the header, or the media type of the body. */
  name: string;
  text: GrowingText;
}

/** A request that the search tries: its method, its path, and the parts that can be made longer by repetition. */
export interface Sketch {
  method: string;
  path: string;
  growths: readonly Growth[];
}

/** The maximum size of all headers and the request target together, in bytes. Node.js refuses more than 16 KB. */
export const mostHead = 15_500;
/** The maximum size of a body, in bytes. The server refuses a longer one without reading it. */
export const mostBody = 32_000;

const queryUnits = ['a=b&', 'a&', '&', 'after=late&', 'k#=v&', '%61=%62&', '%&', '+', 'a[]=b&', '?', 'before=a&', ';'];
const pathUnits = ['a', '/', 'a/', '../', './', '%61', '%2F', '%E0', '%', 'a.', ';', '/pay/', 'inv_', ':', '@', '\\'];
/** Beginnings of a request target that is an absolute URL. */
const targetBeginnings = ['http://', 'http://xn--', 'http://a@', 'http://[', 'x:', 'http://a/'] as const;
const targetUnits = ['a', 'a.', '1', '%61', 'xn--a-', '@', ':', '0x1.', '/', 'k'];
const listUnits = [
  'a,',
  ',',
  ', ',
  'a;q=0.1,',
  'en-#,',
  '*;q=0,',
  '"a",',
  'W/"#",',
  ' ',
  '\t',
  ';',
  '=',
  'a=b; ',
  'a',
  '"',
  '\\"',
  '0-0,',
];
const bodyUnits = [
  'a=b&',
  'a[]=b&',
  'a[b]=c&',
  '[a]',
  '%61',
  '+',
  '&',
  'k#=v&',
  '"k#":1,',
  '[',
  '{"a":',
  '\\u0061',
  '1',
  ' ',
  '--a\r\n',
];
/** Headers that a server may parse. Each has a valid beginning, so that a server also parses what follows in the value. */
const headers: readonly (readonly [name: string, before: string])[] = [
  ['Accept', 'text/html,'],
  ['Accept-Encoding', 'gzip,'],
  ['Accept-Language', 'de,'],
  ['Authorization', ''],
  ['Authorization', 'Bearer '],
  ['Authorization', 'Basic '],
  ['Cache-Control', 'no-store'],
  ['Connection', 'keep-alive,'],
  ['Content-Encoding', 'gzip,'],
  ['Content-Type', 'application/json;'],
  ['Content-Type', 'application/x-www-form-urlencoded;'],
  ['Content-Type', 'multipart/form-data; boundary='],
  ['Cookie', 'pay_form='],
  ['Cookie', ''],
  ['Forwarded', 'for='],
  ['Host', 'a@'],
  ['Idempotency-Key', ''],
  ['If-Match', '"'],
  ['If-Modified-Since', 'Mon, '],
  ['If-None-Match', ''],
  ['Origin', 'http://'],
  ['Range', 'bytes='],
  ['Referer', 'http://'],
  ['Sec-Fetch-Site', ''],
  ['Traceparent', '00-'],
  ['Transfer-Encoding', 'chunked,'],
  ['User-Agent', ''],
  ['X-Forwarded-For', '1.1.1.1,'],
  ['X-Request-Id', ''],
];
const bodies: readonly (readonly [type: string, before: string, after: string])[] = [
  ['application/x-www-form-urlencoded', '', ''],
  ['application/x-www-form-urlencoded', 'a', '=b'],
  ['application/json', '', ''],
  ['application/json', '{"a":"', '"}'],
  ['application/json', '{', '"z":1}'],
  ['application/json', '{"amount":', '}'],
  ['multipart/form-data; boundary=a', '--a\r\n', ''],
];

const grow = (before: string, unit: string, after = ''): GrowingText => ({ before, unit, times: 1, after });

/** All parts that can be made longer, each with its unit only once. */
export const growthList: readonly Growth[] = [
  ...queryUnits.map((unit): Growth => ({ kind: 'query', name: '', text: grow('', unit) })),
  ...pathUnits.map((unit): Growth => ({ kind: 'path', name: '', text: grow('', unit) })),
  ...targetBeginnings.flatMap((before) =>
    targetUnits.map((unit): Growth => ({ kind: 'target', name: '', text: grow(before, unit) })),
  ),
  ...headers.flatMap(([name, before]) =>
    listUnits.flatMap((unit): Growth[] => [
      { kind: 'header', name, text: grow(before, unit) },
      // Adds a character that cannot match. With it, a regular expression that looks for the end of the value may have to
      // backtrack.
      { kind: 'header', name, text: grow(before, unit, '!') },
    ]),
  ),
  ...['X-#: a\r\n', 'Cookie: a=#\r\n', 'Accept: a\r\n', 'Authorization: Bearer a\r\n', 'X-Forwarded-For: #\r\n'].map(
    (unit): Growth => ({ kind: 'headers', name: '', text: grow('', unit) }),
  ),
  ...bodies.flatMap(([name, before, after]) =>
    bodyUnits.map((unit): Growth => ({ kind: 'body', name, text: grow(before, unit, after) })),
  ),
];

/** Lists the paths that a server serves without a token, each with its method. */
export function listTargets(invoiceId: string): readonly (readonly [method: string, path: string])[] {
  return [
    ...['create', 'submit', 'fetch'].map((name) => ['POST', `/api/v1/payments/${name}`] as const),
    ['GET', '/api/v1/payments/fetch'],
    ['GET', '/api/v1/nowhere'],
    ...['', '?stay&after=late', '/status', '/receipt'].map((end) => ['GET', `/pay/${invoiceId}${end}`] as const),
    ...['/receipt', '/sandbox'].map((end) => ['POST', `/pay/${invoiceId}${end}`] as const),
    ['GET', '/pay/inv_unknown'],
    ...['/', '/nowhere', '/healthz', '/readyz', '/metrics', '/docs/', '/docs/requirements', '/openapi.yaml', '/openapi.json'].map(
      (path) => ['GET', path] as const,
    ),
    ['HEAD', '/docs/'],
    ['GET', '/docs/generators/openapi.json'],
    ['GET', '/problems/validation_failed'],
    ['GET', '/problems/unknown'],
    ...['', '/tools', '/requests', '/requests/req_a', `/invoices/${invoiceId}`, '/live/invoices', '/live/requests'].map(
      (end) => ['GET', `/sandbox${end}`] as const,
    ),
    ...['/sign-in', '/sign-out', '/invoices', '/tools/clock', '/payments', '/clock', '/tokens', '/outage'].map(
      (end) => ['POST', `/sandbox${end}`] as const,
    ),
    ['GET', '/assets/console.0123456789.css'],
    ['OPTIONS', '*'],
  ];
}

/** A string with a repeated part. It is sent in full, but printed in short form. */
export interface GrowingText {
  before: string;
  /** The string to repeat. Each `#` in it is replaced by the number of the repetition. */
  unit: string;
  times: number;
  after: string;
}

/** Returns the complete text. */
export function wholeText({ before, unit, times, after }: GrowingText): string {
  const repeated = unit.includes('#')
    ? Array.from({ length: times }, (_, i) => unit.replaceAll('#', String(i + 1))).join('')
    : unit.repeat(times);
  return before + repeated + after;
}

/** Returns the text as a shell expression, in which a command produces the repetition. */
export function shellText({ before, unit, times, after }: GrowingText): string {
  const format = quote(
    `${unit.replaceAll('\\', '\\\\').replaceAll('%', '%%').replaceAll('#', '%d')}${unit.includes('#') ? '' : '%.0s'}`,
  );
  return `${quote(before)}"$(printf ${format} $(seq ${times}))"${quote(after)}`;
}

/** Quotes a string for a shell. */
export function quote(text: string): string {
  return text === '' ? '' : `'${text.replaceAll("'", `'\\''`)}'`;
}
