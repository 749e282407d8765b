import { StoreUnavailableError } from '../store-unavailable-error.ts';

const most = 128;
/** The maximum number of batches in progress. While that many are in progress, new items are collected for the next batch. */
const underWay = 2;

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Makes a function that adds an item to a batch and resolves with the item's result. All items of one turn of the event loop are
 * sent in one statement, because a statement for many items costs little more than a statement for one item. `send` must return
 * the results in the order of the items. An invalid item rolls back its whole batch, so after a failure the items are sent one by
 * one.
 * @param keyOf returns the key of an item; of two items with the same key, the later one waits for the next batch
 */
export function createBatcher<Item, Result>(
  send: (items: readonly Item[]) => Promise<readonly Result[]>,
  keyOf: (item: Item) => string | undefined = () => undefined,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let sending = 0;
  let scheduled = false;

  const schedule = () => {
    if (scheduled || sending >= underWay || waiting.length === 0) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      void begin();
    });
  };
  const take = (): Waiting<Item, Result>[] => {
    const keys = new Set<string>();
    const [batch, rest]: [Waiting<Item, Result>[], Waiting<Item, Result>[]] = [[], []];
    for (const one of waiting) {
      const key = keyOf(one.item);
      const isFit = batch.length < most && (key === undefined || !keys.has(key));
      if (isFit && key !== undefined) keys.add(key);
      (isFit ? batch : rest).push(one);
    }
    waiting = rest;
    return batch;
  };
  const begin = async () => {
    const batch = take();
    sending += 1;
    schedule();
    await settle(batch);
    sending -= 1;
    schedule();
  };
  const settle = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await send(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (!(error instanceof StoreUnavailableError) && batch.length > 1) {
        await Promise.all(batch.map((one) => settle([one])));
        return;
      }
      for (const { reject } of batch) reject(error);
      // Rejects the unsent items as well. Otherwise, their clients would have to wait until the unavailable database fails again.
      if (error instanceof StoreUnavailableError) {
        const unsent = new StoreUnavailableError(error.message, { cause: error });
        for (const { reject } of waiting.splice(0)) reject(unsent);
      }
    }
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      schedule();
    });
}
