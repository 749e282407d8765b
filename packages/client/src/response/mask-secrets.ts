import type { FetchHeaders } from '../http/read-text.ts';

/**
 * Masks every secret in a text, as it is and as JSON writes it: some services repeat what they refuse, and errors are logged.
 * What has less than eight characters is no secret; masking those would make an error unreadable, and its code another.
 */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  let masked = text;
  for (const secret of secrets)
    if (secret.length > 7)
      masked = masked.replaceAll(secret, '[secret]').replaceAll(JSON.stringify(secret).slice(1, -1), '[secret]');
  return masked;
}

/** Copies headers with every secret masked. */
export function maskHeaders(headers: FetchHeaders, secrets: readonly string[]): Headers {
  const masked = new Headers();
  headers.forEach((value, name) => {
    masked.append(name, maskSecrets(value, secrets));
  });
  return masked;
}

/** Lists the parts of a request's body that no error may repeat. */
export function secretsOf(body: unknown): string[] {
  return [(body as { webReceipt?: string } | undefined)?.webReceipt ?? ''];
}
