/**
 * The server of the cost measurement: a process that responds to every create with the same invoice. Sends its port to its
 * parent.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exampleInvoice } from '@payment-invoice/generated/examples';

const invoice = JSON.stringify(exampleInvoice);
const headers = { 'content-type': 'application/json', 'x-request-id': 'req_1', 'cache-control': 'no-store' };

const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200, headers).end(invoice));
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
