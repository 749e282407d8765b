/** Returns the forms in which a server may write back a token: as it is, in a URL, in JSON with escaped slashes, in base64. */
export function spellToken(token: string): string[] {
  const base64 = Buffer.from(token).toString('base64').replace(/=+$/, '');
  return [...new Set([token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1).replaceAll('/', '\\/'), base64])];
}
