import { exampleCreate as ordinary } from '@payment-invoice/generated/examples';
import type { Attack, SiegeTools } from '../attack.ts';
import { writeRequest } from '../flood.ts';
import { measureCost } from '../search/measure-cost.ts';

/** How much more a create with long values may cost than an ordinary create, as a multiple of the cost of a fetch. */
const most = 2;
/** The longest body and the longest header value, in bytes. */
const [longestBody, longestHeader] = [32_000, 12_000];
/** How many times to send a request: during the search, and in each round that judges the costliest requests. */
const [quick, careful] = [4, 15];
const rounds = 6;
/** Number of requests to judge. */
const judged = 6;

/** Strings to repeat. A defective parser may scan the same characters again for each repetition. */
const units = [
  '0',
  '7',
  ' ',
  '\n',
  '\t',
  '"',
  "'",
  ',',
  '.',
  '-',
  '[',
  '{',
  '(',
  '%',
  '%25',
  '\\',
  '/',
  ':',
  '=',
  '&',
  '~',
  '&#',
  '%2541',
  '\u00e9',
  '\u4e2d',
  '\u{1f600}',
  '\0',
  'a',
  'a ',
  '_',
];
/** JSON escapes, some of them cut off. They are put into the body without further escaping. */
const escapes = ['\\u00', '\\u0041', '\\u005c', '\\\\u0041', '\\/'];
const fields = ['cashTag', 'amount', 'isWhiteLabel', 'returnUrl', 'callbackUrl', 'unknown'];
const headerNames = ['Idempotency-Key', 'X-Request-Id', 'Accept', 'Content-Type', 'User-Agent'];
/**
 * Strings before and after the repetitions. They put the repetitions at the beginning, in the middle or at the end of a value.
 */
const frames = [
  ['', ''],
  ['$a', 'b'],
  ['https://shop.example/', '!'],
];

/** A request that contains many repetitions of a string. */
interface LongRun {
  what: string;
  headers?: readonly string[];
  body: string;
}

/** Lists requests to create an invoice: most have the longest allowed body, and some have a header of the maximum length. */
function* listRuns(): Generator<LongRun> {
  for (const written of escapes) {
    const run = written.repeat((longestBody - 100) / written.length);
    const start = '{"amount":1,"cashTag":"';
    yield { what: `${written} in cashTag`, body: `${start}${run}"}` };
    yield { what: `${written} in returnUrl`, body: `${start}$a","returnUrl":"https://shop.example/${run}"}` };
    yield { what: `${written} in a name`, body: `${start}$a","${run}":1}` };
  }
  for (const unit of units) {
    const name = JSON.stringify(unit);
    const fill = (length: number, [before = '', after = '']: readonly string[]): string =>
      before + unit.repeat(length / (Buffer.byteLength(JSON.stringify(unit)) - 2)) + after;
    for (const frame of frames) {
      for (const field of fields)
        yield { what: `${name} in ${field}`, body: JSON.stringify({ ...ordinary, [field]: fill(longestBody, frame) }) };
      yield { what: `${name} in a name`, body: JSON.stringify({ ...ordinary, [fill(longestBody, frame)]: 1 }) };
    }
    const half = unit.repeat(15_000 / Buffer.byteLength(unit));
    yield { what: `${name} around JSON`, body: half + JSON.stringify(ordinary) + half };
    yield { what: `${name} between two fields`, body: `{"cashTag":"$a"${half},"amount":1}` };
    if (/^[\t -~]+$/.test(unit))
      for (const header of headerNames)
        yield {
          what: `${name} in ${header}`,
          headers: [`${header}: a${unit.repeat(longestHeader / unit.length)}b`],
          body: JSON.stringify(ordinary),
        };
  }
  for (const digit of ['0', '1', '9']) {
    const run = digit.repeat(longestBody);
    for (const number of [
      `1.${run}1`,
      `1.${run}`,
      `1${run}.01`,
      `1${run}`,
      `1e${run}`,
      `1e-${run}`,
      `-1.${run}e1${digit}`,
      `${run}`,
    ])
      yield {
        what: `a number of ${digit}, ${number.slice(0, 4)}…${number.slice(-3)}`,
        body: `{"cashTag":"$a","amount":${number}}`,
      };
  }
}

/** Compares the cost of a create that contains many repetitions with that of an ordinary create. */
export const longRuns: Attack = {
  name: 'long-runs',
  what: `creates with long runs of one character, everywhere, that cost at most ${most} fetches more than an ordinary create`,
  seconds: 180,
  limits: { ratio: Number.POSITIVE_INFINITY },
  run: async (tools: SiegeTools) => {
    const { target } = tools;
    const meter = await target.openMeter();
    const create = ({ headers = [], body }: LongRun): Buffer => {
      const type = headers.some((header) => header.startsWith('Content-Type')) ? [] : ['Content-Type: application/json'];
      const head = [`Authorization: Bearer ${target.otherToken}`, ...type, ...headers];
      return writeRequest('/api/v1/payments/create', { method: 'POST', head, body });
    };
    const cost = async (request: Buffer, times: number): Promise<number> =>
      (await measureCost(tools, meter, request, times)).cost;
    try {
      const plainCreate = create({ what: '', body: '{"cashTag":"$coffeeshop","amount":12.5}' });
      const head = [`Authorization: Bearer ${target.token}`, 'Content-Type: application/json'];
      const plainFetch = writeRequest('/api/v1/payments/fetch', {
        method: 'POST',
        head,
        body: `{"invoiceId":"${target.invoiceId}"}`,
      });
      // Warms up first, so that the time to compile the code is not measured.
      await cost(plainCreate, 500);
      await cost(plainFetch, 500);
      let bytes = 0;
      const tried: { run: LongRun; request: Buffer; milliseconds: number }[] = [];
      for (const run of listRuns()) {
        const request = create(run);
        bytes += quick * request.length;
        tried.push({ run, request, milliseconds: await cost(request, quick) });
        if (tools.signal.aborted) break;
      }
      const costliest = tried.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, judged);
      const rows: { what: string; fetches: number }[] = [];
      for (const { run, request } of costliest) {
        const lowest = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
        // Takes the lowest of several rounds, because the honest client and the garbage collector use the same CPU. Measures both
        // requests in each round, because the machine's speed varies.
        for (let round = 0; round < rounds; round++)
          for (const [at, one] of [plainCreate, request, plainFetch].entries())
            lowest[at] = Math.min(lowest[at] as number, await cost(one, careful));
        // The attack was ended early, so this measurement is not used.
        if (tools.signal.aborted) break;
        const [one, long, fetchCost] = lowest as [number, number, number];
        rows.push({ what: run.what, fetches: (long - one) / fetchCost });
      }
      rows.sort((a, b) => b.fetches - a.fetches);
      const describe = ({ what, fetches }: (typeof rows)[number]): string => `${fetches.toFixed(1)} fetches more for ${what}`;
      return {
        bytes,
        findings: [
          ...(rows.length < costliest.length ? ['the runs were cut short: the machine is too busy'] : []),
          ...rows.filter(({ fetches }) => fetches > most).map(describe),
        ],
        remark: `${tried.length} runs, costliest: ${rows.slice(0, 3).map(describe).join(', ')}`,
      };
    } finally {
      meter.end();
    }
  },
};
