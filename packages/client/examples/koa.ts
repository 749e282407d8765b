import { CallbackError, verifyCallback } from '@payment-invoice/client/callbacks';
import Koa from 'koa';

export const app = new Koa();

app.use(async (context) => {
  try {
    // Reads the bytes exactly as they were sent, so no body parser may run before this middleware. A real event has only a few
    // kilobytes.
    let body = Buffer.alloc(0);
    for await (const chunk of context.req) {
      body = Buffer.concat([body, chunk]);
      if (body.length > 65_536) return context.throw(413);
    }
    const event = await verifyCallback(body, context.headers, process.env.CALLBACK_SECRET ?? '');
    console.log(`${event.type}: ${event.data.id} is ${event.data.status}.`);
    context.status = 204;
  } catch (error) {
    if (!(error instanceof CallbackError)) throw error;
    context.status = 400;
  }
});
