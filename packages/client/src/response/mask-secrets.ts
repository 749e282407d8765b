import type { FetchHeaders, Mask } from '../http/read-text.ts';

/**
 * Makes a function that masks the secrets in a string, as they are and as JSON writes them, because applications log errors.
 * Secrets of fewer than eight characters occur in ordinary words and codes, so they are not masked.
 */
export function makeMask(secrets: readonly string[]): Mask {
  return (text) => {
    let masked = text;
    for (const secret of secrets)
      if (secret.length > 7)
        masked = masked.replaceAll(secret, '[secret]').replaceAll(JSON.stringify(secret).slice(1, -1), '[secret]');
    return masked;
  };
}

/** Returns a copy of the headers with every secret masked. */
export function maskHeaders(headers: FetchHeaders, mask: Mask): Headers {
  const masked = new Headers();
  headers.forEach((value, name) => {
    masked.append(name, mask(value));
  });
  return masked;
}

/** Returns the parts of a request's body that no error may contain. */
export function secretsOf(body: unknown): string[] {
  return [(body as { webReceipt?: string } | undefined)?.webReceipt ?? ''];
}
