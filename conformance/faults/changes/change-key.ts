import { headerOf, setHeader } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';

/** Changes the key before it is read; undefined removes it. */
export function changeKey(change: (key: string, token: string) => string | undefined): FullChanges {
  return {
    request(message) {
      const key = headerOf(message, 'idempotency-key');
      if (key !== undefined) setHeader(message, 'idempotency-key', change(key, headerOf(message, 'authorization') ?? ''));
    },
  };
}
