import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { CallbackError, verifyCallback } from '@payment-invoice/client/callbacks';

// The `whsec_…` secret of your account.
const secret = process.env.CALLBACK_SECRET;
if (!secret) throw new Error('Set CALLBACK_SECRET to the secret of your account, whsec_…');
/** The last handled event of each invoice. Keep this in your database, and store it in the same transaction as your own work. */
const handled = new Map<string, number>();

const server = createServer(async (request, response) => {
  try {
    // Verify the bytes exactly as received, because JSON that was parsed and written again has another signature.
    const { type, sequence, data } = await verifyCallback(await buffer(request), request.headers, secret);
    // For a repeated or overtaken event there is nothing left to do, and a 2xx says so.
    if (sequence > (handled.get(data.id) ?? 0)) {
      // Do your own work first. If it fails, the event must not count as handled, because it will be sent again.
      console.log(`${type}: ${data.id} is ${data.status}.`);
      handled.set(data.id, sequence);
    }
    response.writeHead(204).end();
  } catch (error) {
    // 400 for a callback that is not valid. Any other error is our own fault, and after a 500 the event is sent again.
    response.writeHead(error instanceof CallbackError ? 400 : 500).end();
  }
});
server.listen(Number(process.env.PORT ?? 3000), () => console.log(`Listening: ${JSON.stringify(server.address())}`));
