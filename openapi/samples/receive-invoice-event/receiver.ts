import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { CallbackError, verifyCallback } from '@payment-invoice/client/callbacks';

// The `whsec_…` secret of your account.
const secret = process.env.CALLBACK_SECRET;
if (!secret) throw new Error('Set CALLBACK_SECRET to the secret of your account, whsec_…');
/** The last handled `sequence` of each invoice. Keep it in your database, in one transaction with your own work. */
const handled = new Map<string, number>();

const server = createServer(async (request, response) => {
  try {
    // Verify the bytes exactly as received, because JSON that was parsed and written again has another signature.
    const { type, sequence, data } = await verifyCallback(await buffer(request), request.headers, secret);
    // An event may be sent again, or may arrive after a later one. It then needs no work, but is still confirmed with a 2xx.
    if (sequence > (handled.get(data.id) ?? 0)) {
      // Do your own work first. If it fails, the event must not count as handled, because it will be sent again.
      console.log(`${type}: ${data.id} is ${data.status}.`);
      handled.set(data.id, sequence);
    }
    response.writeHead(204).end();
  } catch (error) {
    // Responds with 400 to an invalid callback. Any other error is our own fault; after a 500 the event is sent again.
    response.writeHead(error instanceof CallbackError ? 400 : 500).end();
  }
});
server.listen(Number(process.env.PORT ?? 3000), () => console.log(`Listening: ${JSON.stringify(server.address())}`));
