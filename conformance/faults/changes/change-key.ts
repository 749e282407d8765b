import { headerOf, setHeader } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { full } from '../../servers/full/steps.ts';
import { onRequest } from './change-step.ts';

/** Changes the Idempotency-Key before the server reads it; undefined removes the header. */
export function changeKey(change: (key: string, token: string) => string | undefined): FullChanges {
  return onRequest((message) => {
    const key = headerOf(message, 'idempotency-key');
    if (key !== undefined) setHeader(message, 'idempotency-key', change(key, headerOf(message, 'authorization') ?? ''));
  });
}

/** Changes one field of both bodies when the server compares the bodies of requests with the same Idempotency-Key. */
export const compareAs = (field: string, change: (value: unknown) => unknown): FullChanges => ({
  fingerprint: (body, message) => full.fingerprint({ ...body, [field]: change(body[field]) }, message),
});

/**
 * Forgets an Idempotency-Key while several requests with this key are in progress. A server does this if it looks up the key
 * before it creates the invoice, and stores the key only afterwards.
 * @param isRace decides, from the bodies and tokens of these requests, whether the key is forgotten
 */
export const forgetKeyInRace =
  (isRace: (bodies: readonly (string | undefined)[], tokens: readonly unknown[]) => boolean) => (): FullChanges => {
    const under: { key: string; body: string | undefined; token: unknown }[] = [];
    return onRequest(async (message, memory) => {
      const key = headerOf(message, 'idempotency-key');
      if (key === undefined) return;
      const one = { key, body: message.text, token: headerOf(message, 'authorization') };
      under.push(one);
      await new Promise((resolve) => setTimeout(resolve, 10));
      const all = under.filter((other) => other.key === key);
      const race = isRace(
        all.map(({ body }) => body),
        all.map(({ token }) => token),
      );
      for (const name of memory.keys.keys()) if (race && name.endsWith(` ${key}`)) memory.keys.delete(name);
      setTimeout(() => under.splice(under.indexOf(one), 1), 10);
    });
  };
