import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, readBody } from './serve-requests.ts';

/** A response to send. Its body is hand-written text, so that numbers keep their notation. */
interface Sent {
  status: number;
  type: string;
  body: string;
}

/** The functions that write an amount with 17 digits, as `%.17g` and `%.16e` do, keyed by the mode that uses them. */
export const longForms: Record<'17g' | '16e', (amount: number) => string> = {
  '17g': (amount) => amount.toPrecision(17),
  '16e': (amount) => amount.toExponential(16),
};

/** The ways to respond, keyed by their names in the URL: `http://…/<mode>/api/v1/payments/create`. */
const modes: Record<string, (body: string) => Sent> = {
  echo: (body) => invoice({ amount: amountIn(body) }),
  // In these two modes, the note contains the amount as the client wrote it.
  '17g': (body) => invoice({ amount: longForms['17g'](Number(amountIn(body))), note: JSON.stringify(amountIn(body)) }),
  '16e': (body) => invoice({ amount: longForms['16e'](Number(amountIn(body))), note: JSON.stringify(amountIn(body)) }),
  'no-fraction': (body) =>
    invoice({ amount: amountIn(body), createdAt: '"2026-11-21T10:00:00Z"', expiresAt: '"2026-11-21T10:30:00Z"' }),
  microseconds: (body) =>
    invoice({
      amount: amountIn(body),
      createdAt: '"2026-11-21T10:00:00.000250Z"',
      expiresAt: '"2026-11-21T12:30:00.500000+02:00"',
    }),
  'added-fields': (body) => invoice({ amount: amountIn(body), tip: '1.5', payer: '{ "name": "A. Payer" }', tags: '["a", null]' }),
  // A deployment without any feature. It uses every freedom that the source document allows, and none of this project's
  // additions.
  core: (body) =>
    invoice({
      amount: amountIn(body),
      id: '"7"',
      note: '"Order no. 17, with thanks"',
      cashTag: '"some-one_else"',
      paymentUrl: '"https://pay.example/7?a=|b"',
    }),
  'unknown-code': () =>
    problem(422, {
      code: '"amount_is_unlucky"',
      errors: '[{ "pointer": "/amount", "code": "unlucky", "detail": "13 is unlucky.", "hint": 12 }]',
    }),
  'bare-problem': () => ({ status: 409, type: 'application/problem+json', body: '{}' }),
  'html-502': () => ({ status: 502, type: 'text/html', body: '<html><body>Bad Gateway</body></html>' }),
};

/** A local server that responds according to the first part of the path, and records what it receives. */
export interface HostileServer {
  url: (mode: string) => string;
  lastBody: () => string;
}

export async function startHostileServer(): Promise<HostileServer & { close: () => Promise<void> }> {
  let lastBody = '';
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    readBody(request).then(
      (body) => {
        const mode = request.url?.split('/')[1] ?? '';
        lastBody = body;
        const { status, type, body: text } = modes[mode]?.(body) ?? problem(404, { code: '"not_found"' });
        response.writeHead(status, { 'Content-Type': type, 'X-Request-Id': 'req_1', 'Cache-Control': 'no-store' }).end(text);
      },
      () => response.destroy(),
    );
  });
  const { port, close } = await listen(server);
  return {
    url: (mode) => `http://127.0.0.1:${port}/${mode}`,
    lastBody: () => lastBody,
    close,
  };
}

/** Returns the amount in a body as the client wrote it. A JSON parser would lose its notation. */
export function amountIn(body: string): string {
  return /"amount"\s*:\s*([^,}\s]+)/.exec(body)?.[1] ?? '12.5';
}

function invoice(fields: Record<string, string>): Sent {
  const whole: Record<string, string> = {
    id: '"inv_01kaj8z0m3v7q2w9x5t4r6y8hc"',
    paymentUrl: '"http://127.0.0.1:8080/pay/inv_01kaj8z0m3v7q2w9x5t4r6y8hc"',
    cashTag: '"$coffeeshop"',
    note: '"7QK2M-X9D4T"',
    amount: '12.5',
    isWhiteLabel: 'false',
    receiptId: 'null',
    paidAmount: 'null',
    status: '"PENDING"',
    returnUrl: 'null',
    expiresAt: '"2026-11-21T10:30:00.000Z"',
    createdAt: '"2026-11-21T10:00:00.000Z"',
    ...fields,
  };
  return { status: 200, type: 'application/json', body: write(whole) };
}

function problem(status: number, fields: Record<string, string>): Sent {
  const whole = {
    type: '"https://pay.example/problems/x"',
    title: '"Something is wrong"',
    status: String(status),
    detail: '"Something is wrong with this."',
    requestId: '"req_1"',
    ...fields,
  };
  return { status, type: 'application/problem+json', body: write(whole) };
}

function write(fields: Record<string, string>): string {
  return `{${Object.entries(fields)
    .map(([name, text]) => `${JSON.stringify(name)}:${text}`)
    .join(',')}}`;
}
