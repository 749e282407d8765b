/** The settings of this server, from environment variables. An empty variable counts as unset. */
export const port = Number(/^\d{1,5}$/.exec(process.env.PORT || '8080')?.[0] ?? end('PORT must be a port number.'));

/** By default only this machine can connect. 0.0.0.0 accepts connections from everywhere. */
export const host = process.env.HOST || '127.0.0.1';

/** Prints a sentence about why the server cannot start, and exits. */
export function end(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
const need = (name: string, what: string, is = /./) => is.exec(process.env[name] ?? '')?.input ?? end(`Set ${name}: ${what}.`);

/** Returns the URL at which clients and payers reach this server. Problem types and payment pages are URLs below it. */
export const publicBaseUrl = () =>
  need('PUBLIC_BASE_URL', 'an http(s) URL without a slash at the end', /^https?:\/\/[^?#]*[^/?#]$/);

/** The database: the path of an SQLite file, or the URL of a PostgreSQL database. */
export const database = process.env.DATABASE || 'payments.sqlite';

/** The key that seals the secrets of callbacks: 32 bytes in base64, kept outside of the database. */
export const callbackKey = Buffer.from(process.env.CALLBACK_KEY ?? '', 'base64');
if (callbackKey.length !== 32) end('Set CALLBACK_KEY: 32 bytes in base64, as `openssl rand -base64 32` makes them.');

/** The issuer of receipts: the file with its public keys (a JWK Set), and the issuer's name, the claim `iss` of receipts. */
const issuer = need('RECEIPT_ISSUER', 'the name of the signer of receipts, their claim `iss`');
export const receipts = { keys: process.env.RECEIPT_KEYS || 'receipt-keys.json', issuer };
