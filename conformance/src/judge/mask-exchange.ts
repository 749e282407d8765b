import type { Exchange } from '../http/exchange.ts';
import { spellToken } from '../http/spell-token.ts';
import { BoundedMap } from './bounded-map.ts';

/** Shorter values would be found inside words. */
const shortest = 8;
/** Secrets that are looked for in one exchange beside its own. */
const kept = 500;

/** Masks the tokens, cookies and receipts of exchanges, wherever a deployment repeats them. */
export class TrafficMask {
  readonly #tokens = new BoundedMap<string, string>(kept);
  #count = 0;

  /** Returns the exchange without secrets; those of its own request are not in its response either. */
  mask(exchange: Exchange): Exchange {
    const { request } = exchange;
    const hidden: [string, string][] = [];
    for (const [name, value] of request.headers) {
      if (!/^(proxy-)?authorization$/i.test(name)) continue;
      const token = value.slice(startOfToken(value)).trim();
      if (token && !token.startsWith('$')) hidden.push([token, this.#nameOf(token)]);
    }
    for (const [, receipt] of (request.body ?? '').matchAll(/"webReceipt"\s*:\s*"((?:[^"\\]|\\.)*)"/g))
      if (receipt && !receipt.startsWith('$')) hidden.push([receipt, '$RECEIPT']);
    const spelled = hidden.flatMap(([secret, name]): [string, string][] =>
      secret.length < shortest ? [] : spellToken(secret).map((spelling) => [spelling, name]),
    );
    const text = (one: string): string => spelled.reduce((rest, [secret, name]) => rest.replaceAll(secret, () => name), one);
    const headers = (all: [string, string][]): [string, string][] =>
      all.map(([name, value]) => [name, maskHeader(name, text(value))]);
    const body =
      request.body === undefined
        ? undefined
        : text(request.body).replace(/("webReceipt"\s*:\s*")(?:[^"\\]|\\.)*"/g, '$1$RECEIPT"');
    return {
      ...exchange,
      url: text(exchange.url),
      request: { ...request, path: text(request.path), headers: headers(request.headers), ...(body !== undefined && { body }) },
      ...(exchange.answer && {
        answer: { ...exchange.answer, headers: headers(exchange.answer.headers), text: text(exchange.answer.text) },
      }),
    };
  }

  #nameOf(token: string): string {
    const known = this.#tokens.get(token);
    if (known !== undefined) return known;
    const name = this.#count++ === 0 ? '$TOKEN' : `$TOKEN_${this.#count}`;
    this.#tokens.set(token, name);
    return name;
  }
}

/** Returns where the credentials of an Authorization begin: after its scheme, or where it names none. */
const startOfToken = (value: string): number => value.indexOf(' ') + 1;

/** Masks what is a secret by its header, however short. */
function maskHeader(name: string, value: string): string {
  if (/^(set-)?cookie$/i.test(name)) return '$COOKIE';
  if (!/^(proxy-)?authorization$/i.test(name)) return value;
  const start = startOfToken(value);
  const token = value.slice(start).trim();
  return token === '' || token.startsWith('$') ? value : `${value.slice(0, start)}$TOKEN`;
}
