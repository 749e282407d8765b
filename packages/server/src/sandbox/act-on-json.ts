import type { Principal } from '@payment-invoice/kit/tokens';
import { readJsonBody } from '@payment-invoice/stubs';
import { toApiRequest } from '@payment-invoice/stubs/koa';
import type { Respond } from '../pages/serve-pages.ts';

/** The JSON object in the body of a request, which has not been checked yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Does what the body of a request asks for, on behalf of the account that sent it, and returns the body of the response. */
export type Act = (body: JsonObject, by: Principal) => Promise<object> | object;

/** Makes a page that reads the JSON of a request as the API does, acts on it, and responds with JSON. */
export function actOnJson(act: Act): Respond {
  return async (ctx) => {
    const body = await act(await readJsonBody(toApiRequest(ctx)), ctx.state.principal);
    // Set here because Koa would add a charset, which JSON does not have (RFC 8259 §11).
    ctx.set('Content-Type', 'application/json');
    ctx.body = JSON.stringify(body);
  };
}
