import { CallbackError, verifyCallback } from '@payment-invoice/client/callbacks';
import express from 'express';

export const app: express.Express = express();

// Uses express.raw for every media type, because the signature covers the bytes exactly as they were sent.
app.post('/payment-callbacks', express.raw({ type: () => true }), async (request, response, next) => {
  try {
    const event = await verifyCallback(request.body ?? '', request.headers, process.env.CALLBACK_SECRET ?? '');
    console.log(`${event.type}: ${event.data.id} is ${event.data.status}.`);
    response.sendStatus(204);
  } catch (error) {
    if (error instanceof CallbackError) response.sendStatus(400);
    else next(error);
  }
});
