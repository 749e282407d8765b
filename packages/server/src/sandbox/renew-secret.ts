import type { Principal } from '@payment-invoice/kit/tokens';
import { giveSecret } from '../callbacks/give-secret.ts';
import type { Services } from '../handlers/services.ts';
import type { JsonObject } from './act-on-json.ts';
import { readFields } from './read-fields.ts';

/** Gives the account a new callback secret: `POST /sandbox/callback-secret`. */
export async function renewSecret(
  body: JsonObject,
  { accountId }: Principal,
  { store, now, randomBytes }: Services,
  key: Buffer,
): Promise<{ callbackSecret: string }> {
  readFields(body, {});
  return { callbackSecret: await giveSecret(store, accountId, key, now(), randomBytes) };
}
