import type { Contract, Schema } from '../contract/contract.ts';
import { locate } from '../contract/follow-reference.ts';
import type { Exchange } from '../http/exchange.ts';
import { attempt } from '../text/attempt.ts';
import { type Marked, markOf } from '../text/marks.ts';
import { maskSecrets, type Secret, shortestSecret } from '../text/mask-secrets.ts';
import { BoundedMap } from './traffic-memory.ts';

/** Maximum number of tokens that are remembered. Each gets a placeholder with its own number. */
const kept = 500;
/** Maximum number of a request's secrets that are masked everywhere in its exchange. The rest is masked only in the request. */
const sought = 8;

/** Matches the placeholders that the suite writes into its own records instead of tokens. */
const ownWords =
  /^(?:\$(?:[A-Z]{1,9}_)?TOKEN(?:_\d{1,9})?|\$\{(?:[A-Z]{1,9}_)?TOKEN[%#]\?{1,20}\}|base64\((?:api:)?\$(?:[A-Z]{1,9}_)?TOKEN:?\))$/;

const webReceipts = /("webReceipt"\s*:\s*")((?:[^"\\]|\\.)*)"/g;

/** Endings of the names of headers, parameters and fields that usually contain a credential. */
const telling = 'api[-_]?key|auth|token|secret|passw(?:or)?d|passphrase|session(?:[-_]?id)?|signature|credentials?|jwt';
const isTelling = new RegExp(`(?:${telling}|^key|(?:^|[-_])sig)$`, 'i');
const tellingFields = new RegExp(`("[\\w.-]{0,40}(?:${telling})"\\s*:\\s*")((?:[^"\\\\]|\\\\.)*)"`, 'gi');
const parameters = /([?&])([^?&=#]*)=([^&#]*)/g;

/** Masks tokens, keys, cookies and receipts in exchanges, even where the deployment repeats them. */
export class TrafficMask {
  readonly #tokens = new BoundedMap<string, string>(kept);
  /** Names, in lower case, of the headers and parameters that contain API keys according to the contract. */
  readonly #keys: ReadonlySet<string>;
  #count = 0;

  constructor({ document }: Pick<Contract, 'document'>) {
    const schemes = ((document.components as Schema | undefined)?.securitySchemes ?? {}) as Record<string, Schema | null>;
    this.#keys = new Set(
      Object.values(schemes).flatMap((scheme) => {
        const { type, name } = scheme ? locate(document, scheme, '').schema : {};
        return type === 'apiKey' ? String(name).toLowerCase() : [];
      }),
    );
  }

  /** Returns a copy of the exchange without secrets. The secrets of its request are also masked in its response. */
  mask(exchange: Exchange): Exchange {
    const { request, answer: response } = exchange;
    const sentBody = request.body ?? '';
    const isForm = request.headers.some(([name, value]) => /^content-type$/i.test(name) && /x-www-form-urlencoded/i.test(value));
    const secrets: Secret[] = [];
    const note = (token: string): void => {
      if (token !== '' && !isOwn(token)) secrets.push([token, this.#markOf(token)]);
    };
    for (const [name, value] of request.headers) if (this.#isKey(name)) note(credentialsIn(name, value)[1]);
    for (const [, , name = '', value = ''] of `${request.path}${isForm ? `&${sentBody}` : ''}`.matchAll(parameters))
      if (this.#isKey(decode(name))) note(decode(value));
    for (const [, , receipt = ''] of sentBody.matchAll(webReceipts))
      if (!receipt.startsWith('$')) secrets.push([receipt, '$RECEIPT']);
    for (const [, , value = ''] of sentBody.matchAll(tellingFields)) if (!value.startsWith('$')) secrets.push([value, '$SECRET']);
    const text = maskSecrets(secrets.slice(0, sought));
    const header = (name: string, value: string, isSecret: boolean): string => {
      if (/^(set-)?cookie$/i.test(name)) return '$COOKIE';
      return isSecret ? this.#maskCredentials(name, value) : text(value);
    };
    const sent = request.headers.map(([name, value]): [string, string] => [name, header(name, value, this.#isKey(name))]);
    // Response headers without credentials keep their values, because the suite judges these values.
    const got = response?.headers.map(([name, value]): [string, string] => [name, header(name, value, isCredentials(name))]);
    const secretless = (body: string): string =>
      text(isForm ? this.#maskParameters(`&${body}`).slice(1) : body)
        .replace(webReceipts, '$1$RECEIPT"')
        .replace(tellingFields, '$1$SECRET"');
    return {
      ...exchange,
      url: text(this.#maskParameters(exchange.url)),
      request: {
        ...request,
        path: text(this.#maskParameters(request.path)),
        headers: sent,
        ...(request.body !== undefined && { body: secretless(sentBody) }),
      },
      ...(response && { answer: { ...response, headers: got ?? [], text: text(response.text) } }),
    };
  }

  /** Returns whether a header or parameter with this name contains a credential. */
  #isKey(name: string): boolean {
    return isCredentials(name) || isTelling.test(name) || this.#keys.has(name.toLowerCase());
  }

  #maskParameters(url: string): string {
    return url.replace(parameters, (all, sign: string, name: string, value: string) =>
      value !== '' && !isOwn(value) && this.#isKey(decode(name)) ? `${sign}${name}=${this.#markOf(decode(value))}` : all,
    );
  }

  /** Masks the credentials in a header, whatever their form and length. */
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

/** Returns whether a value is a placeholder that the suite wrote. */
const isOwn = (token: string): boolean => ownWords.test(token) || token.startsWith('$TOKEN.');

/** Splits a header's value into the scheme, including the space after it, and the credentials. The scheme may be empty. */
function credentialsIn(name: string, value: string): [scheme: string, token: string] {
  const text = value.trim();
  if (!isCredentials(name)) return ['', text];
  const at = text.indexOf(' ');
  return at === -1 ? ['', text] : [text.slice(0, at + 1), text.slice(at).trim()];
}

const decode = (text: string): string => attempt(() => decodeURIComponent(text.replaceAll('+', ' '))) ?? text;
