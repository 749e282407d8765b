import type { VerifiedEvent } from './verify-callback.ts';

/** Records which events were handled, by their `webhook-id`. */
export interface EventStore {
  /**
   * Claims an event for one handler. Returns `mine` when the caller must handle it now, `done` when it was handled already, and
   * `busy` while another handler has it.
   */
  claim(id: string): Promise<'mine' | 'done' | 'busy'>;
  /** Records that a claimed event was handled. */
  finish(id: string): Promise<void>;
  /** Releases a claimed event that was not handled. */
  release(id: string): Promise<void>;
}

/**
 * The outcome of handleOnce. Respond with 2xx to `handled` and `repeated`, and with 503 to `busy`, so that the service sends the
 * event again.
 */
export type OnceOutcome = 'handled' | 'repeated' | 'busy';

/**
 * Handles an event unless it was handled before: the service sends an event again when your response was lost.
 * When `handle` throws, the event is released and the error is thrown again. Respond with 500, so that the service sends it
 * again.
 * To handle it exactly once, write the store and your own change in one transaction (createSqlEventStore).
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
