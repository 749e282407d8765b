import { initialStatus, invoiceFields, operationTable, statuses } from '@payment-invoice/generated';
import { tryTo } from '../options/try-to.ts';
import type { OperationId } from '../types.ts';

type Fields = Record<string, unknown>;

/** How a field repeats one of the request: `ignoring` is what the contract says of a tag, whose case and `$` may differ. */
interface Echo {
  of?: string;
  absent?: unknown;
  ignoring?: readonly ('leading-dollar' | 'case')[];
}

/** Finds what an invoice of the contract cannot be; undefined for one that is as the contract says. */
export function findInvoiceFlaw(invoice: Fields): string | undefined {
  for (const [name, types] of Object.entries(invoiceFields)) {
    const value = invoice[name];
    // An empty text is as good as none.
    const type = value === null || value === '' ? 'null' : typeof value;
    // Infinity is what JSON.parse makes of 1e400.
    if (
      !(types as readonly string[]).includes(type) ||
      (type === 'number' && !((value as number) >= 0 && (value as number) < 1 / 0))
    )
      return `${name} is ${show(value)}`;
  }
  const { status, paymentUrl } = invoice;
  if (!(statuses as readonly unknown[]).includes(status)) return `status is ${show(status)}`;
  // A page that runs in the shop's own origin where it is made a link.
  if (!/^(?!javascript:|data:|vbscript:)[a-z][a-z\d+.-]*:/i.test(paymentUrl as string))
    return `paymentUrl is ${show(paymentUrl)}`;
  return undefined;
}

/** Finds where an invoice contradicts its request: another one, another amount, a new one that is paid already, a page elsewhere. */
export function findContradiction(
  operation: OperationId,
  sent: Fields,
  got: Fields,
  paymentOrigins: readonly string[] | undefined,
): string | undefined {
  const echoes: Record<string, Echo> = operationTable[operation].echoes;
  // An operation that names no invoice makes one.
  const ofNew: Record<string, Echo> = echoes.id ? {} : { status: { of: '', absent: initialStatus } };
  for (const [name, { of = name, absent, ignoring }] of Object.entries({ ...ofNew, ...echoes })) {
    const wanted = sent[of] ?? absent;
    const plain = (value: unknown) => (ignoring ? String(value).replace('$', '').toLowerCase() : value);
    if (wanted !== undefined && plain(got[name]) !== plain(wanted)) return `${name} is ${show(got[name])}, not ${show(wanted)}`;
  }
  return paymentOrigins && !paymentOrigins.includes(`${tryTo(() => new URL(got.paymentUrl as string).origin)}`)
    ? `paymentUrl is ${show(got.paymentUrl)}, outside of paymentOrigins`
    : undefined;
}

function show(value: unknown): string {
  return value === 1 / 0 ? 'too large' : (JSON.stringify(value) ?? 'missing');
}

/** The first sum at which neighbouring doubles are more than half a cent apart. */
const exactCents = 2 ** 45;

/** Sixteen digits and more, without the zeros around them; a double holds up to fifteen. */
const isLong = /[1-9]\d{14,}[1-9]/;

/** A name with its colon, a number with what the field is called, or the begin and end of an object. A text that was not closed is one, too: nothing is read twice. */
const tokens = /("[^"\\]*(?:\\.[^"\\]*)*"?)(\s*:)?|-?\d[\d.eE+-]*|[{}]/g;

/**
 * Finds what JSON.parse lost of a JSON text: a field that is given twice, of which it keeps the last, and the cents of a
 * number of `numbers` that is beyond what a double holds. Of any other the nearest double is the value, however many digits it has.
 */
export function findLoss(text: string, value: unknown, numbers: readonly string[]): string | undefined {
  // Most services write it as JSON.stringify does: nothing is lost then. It throws where the nesting is too deep for it.
  if (tryTo(() => JSON.stringify(value)) === text) return undefined;
  const outer: Set<string>[] = [];
  let names = new Set<string>();
  let name = '';
  for (const [token, string, colon] of text.matchAll(tokens)) {
    if (token === '{') {
      if (outer.push(names) > 500) return 'objects are nested too deep';
      names = new Set();
    } else if (token === '}') names = outer.pop() as Set<string>;
    else if (colon) {
      name = JSON.parse(string as string);
      if (names.has(name)) return `${show(name)} is given twice`;
      names.add(name);
    } else if (!string && numbers.includes(name) && Number(token) >= exactCents && isLong.test(token.replace(/\.|e.*/gi, '')))
      return `${name} is ${token}`;
  }
  return undefined;
}
