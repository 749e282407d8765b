import { readFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type InvoiceStatus, PaymentApiError, type PaymentClient, type PaymentInvoice } from '@payment-invoice/client';
import { CallbackError, type InvoiceEvent, verifyCallback } from '@payment-invoice/client/callbacks';
import { goods, most, type Order, Orders, readBasket } from './orders.ts';

/** The sentence for the customer about each status. Partial, so that the shop compiles even if the contract gets a new status. */
const words: Partial<Record<InvoiceStatus, string>> = {
  PENDING: 'We are waiting for your payment.',
  UNDER_PAID: 'Part of your payment has arrived.',
  PAID: 'Paid. Thank you, your order is being made.',
  FAILED: 'The payment failed. Order again to try once more.',
  EXPIRED: 'The time to pay is over. Order again to try once more.',
};

function renderShop(complaint = ''): string {
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

function renderOrder(order: Order, invoice: PaymentInvoice): string {
  const open = invoice.status === 'PENDING' || invoice.status === 'UNDER_PAID';
  const lines = order.basket.lines.map(
    ({ good, count }) => `<li><span>${count} × ${good.name}</span><span>${writeDollars(good.price * count)}</span></li>`,
  );
  const callbacks = [...order.callbacks].sort(([a], [b]) => a - b).map(([, type]) => escapeHtml(type));
  return page(
    'Your order',
    `<h1>Your order</h1>
<p class="state ${escapeHtml(invoice.status.toLowerCase())}" id="state" role="status">${words[invoice.status] ?? `Ask us about your payment: it is ${escapeHtml(invoice.status)}.`}</p>
<ul>${lines.join('')}<li class="total"><span>Total</span><span>${writeDollars(order.basket.total)}</span></li></ul>
<p class="note">Note of the payment: <code>${escapeHtml(invoice.note)}</code></p>
<p class="note">Verified callbacks: <span id="callbacks">${callbacks.join(', ') || 'none yet'}</span></p>
${open ? `<p><a class="button" href="${escapeHtml(invoice.paymentUrl)}">Pay</a></p><p><a href="/orders/${order.id}">Check again</a></p>` : '<p><a href="/">Order something else</a></p>'}`,
  );
}

function renderSentence(sentence: string): string {
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

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The maximum number of bytes of a body. Baskets and callbacks are far shorter. */
const longest = 64 * 1024;

/** Reads the body as it was sent, because a callback's signature covers it. @throws RangeError when it is too long */
async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > longest) throw new RangeError(`the body is longer than ${longest} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export interface ShopSettings {
  payments: PaymentClient;
  callbackSecret: string;
  /** Returns the shop's absolute URL, without a final slash. It is a function because the port may not be known yet. */
  shopUrl: () => string;
  /** Called with a line of text for each failure and each callback. */
  tell: (line: string) => void;
}

/** Responds to a request. `caught` is the text that the path's pattern has captured, such as an order's id. */
type Respond = (request: IncomingMessage, response: ServerResponse, caught: string) => Promise<void> | void;

/** Makes the shop: a basket, an order, an invoice for the order, and the page to which the payer returns. */
export function createShop({ payments, callbackSecret, shopUrl, tell }: ShopSettings): RequestListener {
  const orders = new Orders();

  /** Turns a basket into an order and an invoice, and sends the customer to the payment page. */
  const placeOrder: Respond = async (request, response) => {
    const basket = readBasket(new URLSearchParams(await readBody(request)));
    if (basket.total === 0) return show(response, 422, renderShop('Put something into the basket first.'));
    const order = orders.open(basket);
    const invoice = await payments.createPayment(
      {
        cashTag: '$coffeeshop',
        amount: basket.total / 100,
        callbackUrl: `${shopUrl()}/callbacks`,
        returnUrl: `${shopUrl()}/orders/${order.id}`,
      },
      // With the order's id as the key, the order gets a single invoice even if the request is repeated.
      { idempotencyKey: order.id },
    );
    order.invoiceId = invoice.id;
    order.paymentUrl = invoice.paymentUrl;
    response.writeHead(303, { location: invoice.paymentUrl }).end();
  };

  /** Starts the work on a paid order, but only once. Callbacks also report other changes, and may arrive twice or not at all. */
  const makeIfPaid = (order: Order, { status }: PaymentInvoice) => {
    if (status !== 'PAID' || order.isBeingMade) return;
    order.isBeingMade = true;
    tell(`Being made, order ${order.id}`);
  };

  /** Accepts a signed callback. Responds with a 2xx for an unknown order too, or the service would repeat the callback. */
  const takeCallback: Respond = async (request, response) => {
    let event: InvoiceEvent;
    try {
      event = await verifyCallback(await readBody(request), request.headers, callbackSecret);
    } catch (error) {
      if (!(error instanceof CallbackError)) throw error;
      tell(`A callback was refused: ${error.message}`);
      response.writeHead(400).end();
      return;
    }
    const order = orders.findByInvoice(event.data.id);
    if (order) {
      order.callbacks.set(event.sequence, event.type);
      const [paid, due] = [event.data.paidAmount ?? 0, event.data.amount].map((amount) => writeDollars(Math.round(amount * 100)));
      tell(`${event.type}: ${paid} of ${due}, order ${order.id}`);
      makeIfPaid(order, event.data);
    }
    response.writeHead(204).end();
  };

  /** Shows an order to a payer who returns. Returning does not prove a payment, so the shop asks the service. */
  const showOrder: Respond = async (_request, response, id) => {
    const order = orders.find(id);
    if (order?.invoiceId === undefined) return show(response, 404, renderSentence('There is no such order.'));
    const invoice = await payments.fetchPayment({ invoiceId: order.invoiceId });
    makeIfPaid(order, invoice);
    show(response, 200, renderOrder(order, invoice));
  };

  const showShop: Respond = (_request, response) => show(response, 200, renderShop());
  const sendStyle: Respond = async (_request, response) => {
    const style = await readFile(new URL('shop.css', import.meta.url));
    response.writeHead(200, { 'content-type': 'text/css; charset=utf-8' }).end(style);
  };

  const routes: readonly [string, RegExp, Respond][] = [
    ['GET', /^\/$/, showShop],
    ['GET', /^\/shop\.css$/, sendStyle],
    ['POST', /^\/orders$/, placeOrder],
    ['POST', /^\/callbacks$/, takeCallback],
    ['GET', /^\/orders\/([\w-]{36})$/, showOrder],
  ];

  return async (request, response) => {
    // Does not use `new URL`, which throws for targets that anyone may send, such as `//`.
    const [pathname = ''] = (request.url ?? '').split('?');
    const [, pattern, respond] = routes.find(([method, path]) => method === request.method && path.test(pathname)) ?? [];
    try {
      if (respond) await respond(request, response, pattern?.exec(pathname)?.[1] ?? '');
      else show(response, 404, renderSentence('There is no such page.'));
    } catch (error) {
      if (error instanceof RangeError) return show(response, 413, renderSentence('That was too much. Nothing was ordered.'));
      // Prints the client's message, because it says what to do, and contains neither a token nor a receipt.
      tell(error instanceof PaymentApiError ? `The payment service: ${error.message}` : `A bug in the shop: ${String(error)}`);
      if (response.headersSent) return;
      // If placing the order failed, the customer was not sent to the payment page, and so cannot have paid.
      const todo =
        respond === placeOrder
          ? 'Nothing was charged; try again in a minute.'
          : 'If you have paid, do not pay again: load this page again in a minute.';
      show(response, 502, renderSentence(`That did not work just now. ${todo}`));
    }
  };
}

function show(response: ServerResponse, status: number, page: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
  });
  response.end(page);
}

/** Writes cents as dollars for people: `$3.50`. */
const writeDollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
