/** The text with every secret masked: some services repeat what they refuse, and errors are logged. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((masked, secret) => masked.replaceAll(secret, '[secret]'), text);
}
