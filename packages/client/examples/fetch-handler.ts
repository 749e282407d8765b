import { CallbackError, verifyCallback } from '@payment-invoice/client/callbacks';

export async function POST(request: Request): Promise<Response> {
  try {
    const event = await verifyCallback(await request.text(), request.headers, process.env.CALLBACK_SECRET ?? '');
    console.log(`${event.type}: ${event.data.id} is ${event.data.status}.`);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!(error instanceof CallbackError)) throw error;
    return new Response(null, { status: 400 });
  }
}
