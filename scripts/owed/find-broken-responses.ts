/**
 * Finds the responses that a server of the stubs did not send, in its log of a JSON line an entry: each breaks the contract, and
 * a 500 took its place. Returns a sentence for each kind.
 */
export function findBrokenResponses(log: string): string[] {
  const found = log.split('\n').flatMap((line) => {
    if (!line.includes('UndocumentedResponseError')) return [];
    try {
      const { err } = JSON.parse(line) as { err?: { type?: string; message?: string } };
      return err?.type === 'UndocumentedResponseError' && err.message ? [err.message] : [];
    } catch {
      // A line that is cut off.
      return [];
    }
  });
  return [...new Set(found)].map((message) => `${message.replace(/\.?$/, '.')} The server sends a 500 in its place.`);
}
