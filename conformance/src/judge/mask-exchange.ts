import type { Exchange } from '../http/exchange.ts';
import { type Marked, markOf } from '../text/marks.ts';
import { maskSecrets, type Secret, shortestSecret } from '../text/mask-secrets.ts';
import { BoundedMap } from './bounded-map.ts';

/** Tokens whose names are remembered. */
const kept = 500;
/** Secrets of one request that are looked for in the rest of its exchange; further ones are masked where they stand. */
const sought = 8;

/** Words that the suite itself writes in the place of a token, in a record of its own. */
const ownWords =
  /^(?:\$(?:[A-Z]{1,9}_)?TOKEN(?:_\d{1,9})?|\$\{(?:[A-Z]{1,9}_)?TOKEN[%#]\?{1,20}\}|base64\((?:api:)?\$(?:[A-Z]{1,9}_)?TOKEN:?\))$/;

const webReceipts = /("webReceipt"\s*:\s*")((?:[^"\\]|\\.)*)"/g;

/** Masks the tokens, cookies and receipts of exchanges, wherever a deployment repeats them. */
export class TrafficMask {
  readonly #tokens = new BoundedMap<string, string>(kept);
  #count = 0;

  /** Returns the exchange without secrets; those of its own request are not in its response either. */
  mask(exchange: Exchange): Exchange {
    const { request, answer: response } = exchange;
    const secrets: Secret[] = [];
    for (const [name, value] of request.headers) {
      const [, token] = isCredentials(name) ? splitCredentials(value) : ['', ''];
      if (token !== '' && !isOwn(token)) secrets.push([token, this.#markOf(token)]);
    }
    for (const [, , receipt = ''] of (request.body ?? '').matchAll(webReceipts))
      if (!receipt.startsWith('$')) secrets.push([receipt, '$RECEIPT']);
    const text = maskSecrets(secrets.slice(0, sought));
    const header = (name: string, value: string): string => {
      if (/^(set-)?cookie$/i.test(name)) return '$COOKIE';
      return isCredentials(name) ? this.#maskCredentials(value) : text(value);
    };
    const headers = (all: [string, string][]): [string, string][] => all.map(([name, value]) => [name, header(name, value)]);
    const body = request.body === undefined ? {} : { body: text(request.body).replace(webReceipts, '$1$RECEIPT"') };
    return {
      ...exchange,
      url: text(exchange.url),
      request: { ...request, path: text(request.path), headers: headers(request.headers), ...body },
      ...(response && { answer: { ...response, headers: headers(response.headers), text: text(response.text) } }),
    };
  }

  /** Masks credentials by their place, whatever they are and however short. */
  #maskCredentials(value: string): string {
    const [scheme, token] = splitCredentials(value);
    if (token === '') return value;
    if (isOwn(token)) return scheme + (ownWords.test(token) ? markOf(token as Marked) : token);
    return scheme + this.#markOf(token);
  }

  #markOf(token: string): string {
    if (token.length < shortestSecret) return markOf('$TOKEN');
    const known = this.#tokens.get(token);
    if (known !== undefined) return known;
    const mark = markOf(this.#count++ === 0 ? '$TOKEN' : `$TOKEN_${this.#count}`);
    this.#tokens.set(token, mark);
    return mark;
  }
}

const isCredentials = (name: string): boolean => /^(proxy-)?authorization$/i.test(name);

/** Tells if a record of the suite names a token instead of holding it. */
const isOwn = (token: string): boolean => ownWords.test(token) || token.startsWith('$TOKEN.');

/** Divides the value of a header into its scheme, with the space behind it, and the credentials. */
function splitCredentials(value: string): [scheme: string, token: string] {
  const text = value.trim();
  const at = text.indexOf(' ');
  return at === -1 ? ['', text] : [text.slice(0, at + 1), text.slice(at).trim()];
}
