import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { CallbackError, verifyCallback } from '@payment-invoice/client/callbacks';

// The `whsec_…` secret of your account.
const secret = process.env.CALLBACK_SECRET;
if (!secret) throw new Error('Set CALLBACK_SECRET to the secret of your account, whsec_…');
/** The last event of each invoice that was handled. Keep this in your database, stored in the transaction of your own work. */
const handled = new Map<string, number>();

const server = createServer(async (request, response) => {
  try {
    // The bytes exactly as they came: JSON that was parsed and written again has another signature.
    const { type, sequence, data } = await verifyCallback(await buffer(request), request.headers, secret);
    // A repeat, or one that was overtaken: there is nothing left to do, and a 2xx says so.
    if (sequence > (handled.get(data.id) ?? 0)) {
      // Your work first: if it fails, the event must not count as handled, because it comes again.
      console.log(`${type}: ${data.id} is ${data.status}.`);
      handled.set(data.id, sequence);
    }
    response.writeHead(204).end();
  } catch (error) {
    // 400 for what is not ours. Anything else is our own fault: with 500 the event comes again.
    response.writeHead(error instanceof CallbackError ? 400 : 500).end();
  }
});
server.listen(Number(process.env.PORT ?? 3000), () => console.log(`Listening: ${JSON.stringify(server.address())}`));
