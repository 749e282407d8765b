/** Finds in a server's JSON log the responses that broke the contract and became a 500. Returns a sentence for each kind. */
export function findBrokenResponses(log: string): string[] {
  const found = log.split('\n').flatMap((line) => {
    if (!line.includes('UndocumentedResponseError')) return [];
    try {
      const { err } = JSON.parse(line) as { err?: { type?: string; message?: string } };
      return err?.type === 'UndocumentedResponseError' && err.message ? [err.message] : [];
    } catch {
      // The log was cut off within this line.
      return [];
    }
  });
  return [...new Set(found)].map((message) => `${message.replace(/\.?$/, '.')} The server sends a 500 instead.`);
}
