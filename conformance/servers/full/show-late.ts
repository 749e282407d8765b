import { actionOf, isInvoice } from './message.ts';
import type { FullChanges } from './start-full-server.ts';

/** Makes the responses of one operation, or of all, show each invoice as it was this many milliseconds earlier. */
export function showLate(milliseconds: number, action?: string): FullChanges {
  const history = new Map<string, { time: number; shown: Record<string, unknown> }[]>();
  return {
    reply(reply, message) {
      if (!isInvoice(reply)) return;
      const shown = reply.body as Record<string, unknown>;
      const seen = history.get(String(shown.id)) ?? [];
      // The response to a repeated create is a replay of the first response, so it contains no newer state.
      if (actionOf(message) === 'create' && seen.length > 0) return;
      const now = Date.now();
      seen.push({ time: actionOf(message) === 'create' ? 0 : now, shown });
      history.set(String(shown.id), seen);
      if (action === undefined || actionOf(message) === action)
        reply.body = seen.findLast(({ time }) => time <= now - milliseconds)?.shown ?? shown;
    },
  };
}
