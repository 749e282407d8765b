import type { Html } from '@payment-invoice/kit/pages';

/** Makes an icon of our own set, drawn with lines in the color of the text. */
export const drawIcon = (body: string): Html => ({
  html: `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${body}</svg>`,
});

/** Our logo. */
export const brandMark: Html = {
  html: '<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false"><rect width="32" height="32" rx="9" fill="currentColor"/><path d="M10 8h12v17l-3-2-3 2-3-2-3 2z" fill="#fff"/><path d="M13 13h6M13 17h6" stroke="#1a56c4" stroke-width="2" stroke-linecap="round"/></svg>',
};
