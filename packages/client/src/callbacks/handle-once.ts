import type { VerifiedEvent } from './verify-callback.ts';

/** Keeps which events were handled, by their `webhook-id`. */
export interface EventStore {
  /** Claims an event for one handler: `mine` to handle it now, `done` when it was handled, `busy` while another one handles it. */
  claim(id: string): Promise<'mine' | 'done' | 'busy'>;
  /** Keeps that a claimed event was handled. */
  finish(id: string): Promise<void>;
  /** Gives a claimed event back that was not handled. */
  release(id: string): Promise<void>;
}

/** The outcome of handleOnce. Respond with 2xx to `handled` and `repeated`, and with 503 to `busy`, so that the event comes again. */
export type OnceOutcome = 'handled' | 'repeated' | 'busy';

/**
 * Handles an event unless it was handled before: the service sends an event again when your response was lost.
 * When `handle` throws, the event is given back and its error thrown: respond with 500, and the event comes again.
 * Exactly once needs the store and your own change in one transaction: give a store that writes in it (createSqlEventStore).
 */
export async function handleOnce<Event extends Pick<VerifiedEvent, 'webhookId'>>(
  event: Event,
  store: EventStore,
  handle: (event: Event) => unknown,
): Promise<OnceOutcome> {
  const claim = await store.claim(event.webhookId);
  if (claim !== 'mine') return claim === 'done' ? 'repeated' : 'busy';
  try {
    await handle(event);
  } catch (error) {
    await store.release(event.webhookId);
    throw error;
  }
  await store.finish(event.webhookId);
  return 'handled';
}
