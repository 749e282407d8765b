import type { InvoiceStatus } from '../../engine/invoice.ts';
import type { Html } from '../html-page.ts';

const icon = (body: string): Html => ({
  html: `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${body}</svg>`,
});

/** A drawing for each status; the words beside it say the same. */
export const statusIcons: Readonly<Record<InvoiceStatus, Html>> = {
  PENDING: icon('<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>'),
  UNDER_PAID: icon('<circle cx="12" cy="12" r="9"/><path d="M12 3v9h9"/>'),
  PAID: icon('<circle cx="12" cy="12" r="9"/><path d="m8 12.5 2.7 2.7L16 9.5"/>'),
  FAILED: icon('<circle cx="12" cy="12" r="9"/><path d="m9 9 6 6m0-6-6 6"/>'),
  EXPIRED: icon('<path d="M7 3h10M7 21h10M8 3v3c0 3 4 4 4 6s-4 3-4 6v3M16 3v3c0 3-4 4-4 6s4 3 4 6v3"/>'),
};

/** Our own mark. */
export const brandMark: Html = {
  html: '<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false"><rect width="32" height="32" rx="9" fill="currentColor"/><path d="M10 8h12v17l-3-2-3 2-3-2-3 2z" fill="#fff"/><path d="M13 13h6M13 17h6" stroke="#1a56c4" stroke-width="2" stroke-linecap="round"/></svg>',
};
