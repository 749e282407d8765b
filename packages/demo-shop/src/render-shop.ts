import type { InvoiceStatus, PaymentInvoice } from '@payment-invoice/client';
import { goods, most } from './goods.ts';
import type { Order } from './orders.ts';
import { writeDollars } from './write-dollars.ts';

/** The meaning of each status to a customer. The set is closed: one that is missing here does not compile. */
const words: Record<InvoiceStatus, string> = {
  PENDING: 'We are waiting for your payment.',
  UNDER_PAID: 'A part of your payment has arrived.',
  PAID: 'Paid. Thank you, it is being made.',
  FAILED: 'The payment failed. Order again to try once more.',
  EXPIRED: 'The time to pay is over. Order again to try once more.',
};

/** Renders the page on which a basket is filled. */
export function renderShop(complaint = ''): string {
  const lines = goods.map(
    ({ id, name, price }, index) =>
      `<li><label for="${id}">${name}<small>${writeDollars(price)}</small></label><input id="${id}" name="${id}" type="number" min="0" max="${most}" value="${index === 0 ? 1 : 0}" inputmode="numeric"></li>`,
  );
  return page(
    'The Coffee Shop',
    `<h1>The Coffee Shop</h1>
${complaint && `<p class="complaint" role="alert">${escapeHtml(complaint)}</p>`}
<form method="post" action="/orders"><ul>${lines.join('')}</ul><button>Order and pay</button></form>`,
  );
}

/** Renders the page of an order, with the state of its invoice at this moment. */
export function renderOrder(order: Order, invoice: PaymentInvoice): string {
  const open = invoice.status === 'PENDING' || invoice.status === 'UNDER_PAID';
  const lines = order.basket.lines.map(
    ({ good, count }) => `<li><span>${count} × ${good.name}</span><span>${writeDollars(good.price * count)}</span></li>`,
  );
  const callbacks = [...order.callbacks].sort(([a], [b]) => a - b).map(([, type]) => escapeHtml(type));
  return page(
    'Your order',
    `<h1>Your order</h1>
<p class="state ${escapeHtml(invoice.status.toLowerCase())}" id="state" role="status">${words[invoice.status]}</p>
<ul>${lines.join('')}<li class="total"><span>Total</span><span>${writeDollars(order.basket.total)}</span></li></ul>
<p class="note">Note of the payment: <code>${escapeHtml(invoice.note)}</code></p>
<p class="note">Verified callbacks: <span id="callbacks">${callbacks.join(', ') || 'none yet'}</span></p>
${open ? `<p><a class="button" href="${escapeHtml(invoice.paymentUrl)}">Pay</a></p><p><a href="/orders/${order.id}">Look again</a></p>` : '<p><a href="/">Order something else</a></p>'}`,
  );
}

export function renderSentence(sentence: string): string {
  return page('The Coffee Shop', `<h1>The Coffee Shop</h1><p>${escapeHtml(sentence)}</p><p><a href="/">To the shop</a></p>`);
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/shop.css">
</head>
<body><main>
${body}
</main></body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
