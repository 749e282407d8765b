/** An invoice as this server keeps it; times in milliseconds, amounts in major units. */
export interface Invoice {
  id: string;
  url: string;
  tag: string;
  note: string;
  amount: number;
  isWhiteLabel: boolean;
  callbackUrl: string | undefined;
  returnUrl: string | null;
  created: number;
  expires: number;
  status: 'PENDING' | 'UNDER_PAID' | 'PAID' | 'FAILED' | 'EXPIRED';
  paid: number | null;
  receipts: string[];
}

/** Writes the invoice as JSON: in another order, with two fields that the source document does not know. */
export function invoiceText(invoice: Invoice): string {
  const rest = JSON.stringify({
    object: 'invoice',
    status: invoice.status,
    createdAt: offsetTime(invoice.created),
    expiresAt: offsetTime(invoice.expires),
    note: invoice.note,
    returnUrl: invoice.returnUrl,
    isWhiteLabel: invoice.isWhiteLabel,
    paidAmount: invoice.paid,
    receiptId: invoice.receipts.length === 0 ? null : `${invoice.id}-${invoice.receipts.length}`,
    paymentUrl: invoice.url,
    cashTag: invoice.tag,
    links: { self: invoice.url },
    id: invoice.id,
  });
  return `{ "amount": ${numberText(invoice.amount)},\n  ${rest.slice(1)}\n`;
}

const offsetTime = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}+00:00`;

// 12.50 is the same JSON number as 12.5, and readers must not mind.
function numberText(amount: number): string {
  const text = amount.toFixed(2);
  return Number(text) === amount ? text : String(amount);
}
