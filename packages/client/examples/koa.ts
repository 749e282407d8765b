import { buffer } from 'node:stream/consumers';
import { CallbackError, verifyCallback } from '@payment-invoice/client/callbacks';
import Koa from 'koa';

export const app = new Koa();

app.use(async (context) => {
  try {
    // The bytes as they came: no body parser before this.
    const event = await verifyCallback(await buffer(context.req), context.headers, process.env.WEBHOOK_SECRET ?? '');
    console.log(`${event.type}: ${event.data.id} is ${event.data.status}.`);
    context.status = 204;
  } catch (error) {
    if (!(error instanceof CallbackError)) throw error;
    context.status = 400;
  }
});
