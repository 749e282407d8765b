import { initialStatus, invoiceFields, operationTable, statuses } from '@payment-invoice/generated';
import type { Call } from '../call/call.ts';
import { parseUrl } from '../options/parse-url.ts';

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
    if (!(types as readonly string[]).includes(type)) return `${name} is ${show(value)}`;
  }
  const { status, paymentUrl } = invoice;
  if (!(statuses as readonly unknown[]).includes(status)) return `status is ${show(status)}`;
  // A page that runs in the shop's own origin where it is made a link.
  if (!/^(?!javascript:|data:|vbscript:)[a-z][a-z\d+.-]*:/i.test(paymentUrl as string))
    return `paymentUrl is ${show(paymentUrl)}`;
  return undefined;
}

/** Finds where an invoice contradicts its request: another one, another amount, a new one that is paid already, a page elsewhere. */
export function findContradiction({ operation, fields, paymentOrigins }: Call, got: Fields): string | undefined {
  const echoes: Record<string, Echo> = operationTable[operation].echoes;
  // An operation that names no invoice makes one.
  if (!echoes.id && got.status !== initialStatus) return differs('status', got.status, initialStatus);
  for (const [name, { of = name, absent, ignoring }] of Object.entries(echoes)) {
    const wanted = fields[of] ?? absent;
    const plain = (value: unknown) => (ignoring ? String(value).replace('$', '').toLowerCase() : value);
    if (wanted !== undefined && plain(got[name]) !== plain(wanted)) return differs(name, got[name], wanted);
  }
  return paymentOrigins && !paymentOrigins.includes(parseUrl(got.paymentUrl)?.origin ?? '')
    ? `paymentUrl is ${show(got.paymentUrl)}, outside of paymentOrigins`
    : undefined;
}

function differs(name: string, got: unknown, wanted: unknown): string {
  return `${name} is ${show(got)}, not ${show(wanted)}`;
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? 'missing';
}
