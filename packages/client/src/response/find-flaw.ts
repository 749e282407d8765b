import { initialStatus, invoiceFields, statuses } from '@payment-invoice/generated';
import { tryTo } from '../options/read-options.ts';

type Fields = Record<string, unknown>;

/** How a field of the response repeats a field of the request. For example, a tag may be repeated in another letter case. */
interface Echo {
  of?: string;
  absent?: unknown;
  ignoring?: readonly ('leading-dollar' | 'case')[];
}

/** The fields of a response that repeat a field of the request, by name. */
export type Echoes = Readonly<Record<string, Echo>>;

/** Returns the first way in which an invoice breaks the contract, such as `amount is missing`; undefined when there is none. */
export function findInvoiceFlaw(invoice: Fields): string | undefined {
  for (const name in invoiceFields) {
    const types: readonly string[] = invoiceFields[name as keyof typeof invoiceFields];
    const value = invoice[name];
    // An empty string is treated like null.
    const type = value === null || value === '' ? 'null' : typeof value;
    const number = type === 'number' ? (value as number) : 0;
    // Amounts this large are not exact: JSON.parse may read two different amounts as the same number.
    if (number >= 1e13) return `${name} is too large`;
    if (!types.includes(type) || !(number >= 0)) return `${name} is ${show(value)}`;
  }
  const { status, paymentUrl } = invoice;
  if (!(statuses as readonly unknown[]).includes(status)) return `status is ${show(status)}`;
  // A link with the scheme javascript:, data: or vbscript: could run code in the shop's own origin.
  if (!/^(?!javascript:|data:|vbscript:)[a-z][a-z\d+.-]*:/i.test(paymentUrl as string))
    return `paymentUrl is ${show(paymentUrl)}`;
  return undefined;
}

/** Describes the first field in which an invoice contradicts its request or `paymentOrigins`; undefined when there is none. */
export function findContradiction(
  echoes: Echoes,
  sent: Fields,
  got: Fields,
  paymentOrigins: readonly string[] | undefined,
): string | undefined {
  // An operation whose request contains no invoice id creates an invoice, so its status must be the initial one.
  const all: Echoes = echoes.id ? echoes : { status: { of: '', absent: initialStatus }, ...echoes };
  for (const name in all) {
    const { of = name, absent, ignoring } = all[name] as Echo;
    const wanted = sent[of] ?? absent;
    const plain = (value: unknown) => (ignoring ? `${value}`.replace('$', '').toLowerCase() : value);
    if (wanted !== undefined && plain(got[name]) !== plain(wanted)) return `${name} is ${show(got[name])}, not ${show(wanted)}`;
  }
  return paymentOrigins && !paymentOrigins.includes(`${tryTo(() => new URL(got.paymentUrl as string).origin)}`)
    ? `paymentUrl is ${show(got.paymentUrl)}, not in paymentOrigins`
    : undefined;
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? 'missing';
}

/** Matches a JSON string and the colon after it, or a brace. Requiring a closing quotation mark would take quadratic time. */
const tokens = /("[^"\\]*(?:\\.[^"\\]*)*"?)(\s*:)?|[{}]/g;

/** Finds a field that occurs twice in a JSON text, because JSON.parse keeps only its last value. */
export function findLoss(text: string, value: unknown): string | undefined {
  // For most services, JSON.stringify gives the same text, so nothing was lost. It throws if the nesting is too deep.
  if (tryTo(() => JSON.stringify(value)) === text) return undefined;
  const outer: Set<string>[] = [];
  let names = new Set<string>();
  for (const [token, string, colon] of text.matchAll(tokens)) {
    if (token === '{') {
      if (outer.push(names) > 500) return 'fields are too deep';
      names = new Set();
    } else if (token === '}') names = outer.pop() as Set<string>;
    else if (colon) {
      const name: string = JSON.parse(string as string);
      if (names.has(name)) return `${show(name)} is given twice`;
      names.add(name);
    }
  }
  return undefined;
}
