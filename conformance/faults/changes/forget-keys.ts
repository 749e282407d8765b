import { headerOf } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';

/**
 * Forgets a key while creates with it are under way at once, like a look-up before the work and a write behind it.
 * @param isRace tells by the bodies of the creates with the key that are under way
 */
export const forgetKeyInRace = (isRace: (bodies: readonly (string | undefined)[]) => boolean) => (): FullChanges => {
  const under: { key: string; body: string | undefined }[] = [];
  return {
    async request(message, memory) {
      const key = headerOf(message, 'idempotency-key');
      if (key === undefined) return;
      const one = { key, body: message.text };
      under.push(one);
      await new Promise((resolve) => setTimeout(resolve, 10));
      const race = isRace(under.filter((other) => other.key === key).map(({ body }) => body));
      for (const name of memory.keys.keys()) if (race && name.endsWith(` ${key}`)) memory.keys.delete(name);
      setTimeout(() => under.splice(under.indexOf(one), 1), 10);
    },
  };
};
