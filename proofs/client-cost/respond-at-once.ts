/**
 * The server of the cost measurement: a process that responds to every create with the same invoice. Sends its port to its
 * parent.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const invoice = JSON.stringify({
  id: 'inv_01kaj8z0m3v7q2w9x5t4r6y8hc',
  paymentUrl: 'http://127.0.0.1:8080/pay/inv_01kaj8z0m3v7q2w9x5t4r6y8hc',
  cashTag: '$coffeeshop',
  note: '7QK2M-X9D4T',
  amount: 12.5,
  isWhiteLabel: false,
  receiptId: null,
  paidAmount: null,
  status: 'PENDING',
  returnUrl: null,
  expiresAt: '2026-11-21T10:30:00.000Z',
  createdAt: '2026-11-21T10:00:00.000Z',
});
const headers = { 'content-type': 'application/json', 'x-request-id': 'req_1', 'cache-control': 'no-store' };

const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200, headers).end(invoice));
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
