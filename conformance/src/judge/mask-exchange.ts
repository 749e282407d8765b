import type { Contract, Schema } from '../contract/contract.ts';
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

/** Ends of names that headers, parameters and fields have which let somebody in, whatever a document says of them. */
const telling = 'api[-_]?key|auth|token|secret|passw(?:or)?d|passphrase|session(?:[-_]?id)?|signature|credentials?|jwt';
const isTelling = new RegExp(`(?:${telling}|^key|(?:^|[-_])sig)$`, 'i');
const tellingFields = new RegExp(`("[\\w.-]{0,40}(?:${telling})"\\s*:\\s*")(?:[^"\\\\]|\\\\.)*"`, 'gi');
const parameters = /([?&])([^?&=#]*)=([^&#]*)/g;

/** Masks the tokens, keys, cookies and receipts of exchanges, wherever a deployment repeats them. */
export class TrafficMask {
  readonly #tokens = new BoundedMap<string, string>(kept);
  /** Names of headers and parameters in which the contract has API keys, in lower case. */
  readonly #keys: ReadonlySet<string>;
  #count = 0;

  constructor({ document }: Pick<Contract, 'document'>) {
    const schemes = ((document.components as Schema | undefined)?.securitySchemes ?? {}) as Record<string, Schema>;
    this.#keys = new Set(
      Object.values(schemes).flatMap(({ type, name }) => (type === 'apiKey' ? String(name).toLowerCase() : [])),
    );
  }

  /** Returns the exchange without secrets; those of its own request are not in its response either. */
  mask(exchange: Exchange): Exchange {
    const { request, answer: response } = exchange;
    const secrets: Secret[] = [];
    const note = (token: string): void => {
      if (token !== '' && !isOwn(token)) secrets.push([token, this.#markOf(token)]);
    };
    for (const [name, value] of request.headers) if (this.#isKey(name)) note(credentialsIn(name, value)[1]);
    for (const [, , name = '', value = ''] of request.path.matchAll(parameters))
      if (this.#isKey(decode(name))) note(decode(value));
    for (const [, , receipt = ''] of (request.body ?? '').matchAll(webReceipts))
      if (!receipt.startsWith('$')) secrets.push([receipt, '$RECEIPT']);
    const text = maskSecrets(secrets.slice(0, sought));
    const header = (name: string, value: string, isSecret: boolean): string => {
      if (/^(set-)?cookie$/i.test(name)) return '$COOKIE';
      return isSecret ? this.#maskCredentials(name, value) : text(value);
    };
    const sent = request.headers.map(([name, value]): [string, string] => [name, header(name, value, this.#isKey(name))]);
    // What the contract says of a header in a response is judged by its value.
    const got = (response?.headers ?? []).map(([name, value]): [string, string] => [
      name,
      header(name, value, isCredentials(name)),
    ]);
    const secretless = (body: string): string =>
      text(body).replace(webReceipts, '$1$RECEIPT"').replace(tellingFields, '$1$SECRET"');
    return {
      ...exchange,
      url: text(this.#maskParameters(exchange.url)),
      request: {
        ...request,
        path: text(this.#maskParameters(request.path)),
        headers: sent,
        ...(request.body !== undefined && { body: secretless(request.body) }),
      },
      ...(response && { answer: { ...response, headers: got, text: text(response.text) } }),
    };
  }

  /** Tells if the value of a header or a parameter with this name lets somebody in. */
  #isKey(name: string): boolean {
    return isCredentials(name) || isTelling.test(name) || this.#keys.has(name.toLowerCase());
  }

  #maskParameters(url: string): string {
    return url.replace(parameters, (all, sign: string, name: string, value: string) =>
      value !== '' && !isOwn(value) && this.#isKey(decode(name)) ? `${sign}${name}=${this.#markOf(decode(value))}` : all,
    );
  }

  /** Masks credentials by their place, whatever they are and however short. */
  #maskCredentials(name: string, value: string): string {
    const [scheme, token] = credentialsIn(name, value);
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

/** Divides the value of a header into its scheme, with the space behind it, and the credentials. Only one for credentials has a scheme. */
function credentialsIn(name: string, value: string): [scheme: string, token: string] {
  const text = value.trim();
  if (!isCredentials(name)) return ['', text];
  const at = text.indexOf(' ');
  return at === -1 ? ['', text] : [text.slice(0, at + 1), text.slice(at).trim()];
}

/** Decodes a part of a query; one that cannot be decoded stays. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
