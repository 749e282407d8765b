/**
 * Lets one page begin in each turn of the event loop, in the order in which they were asked for. The API's requests of a turn are all
 * handled, so that a flood of pages makes only pages wait. Returns the function that waits for the turn of a page.
 */
export function createPageTurns(): () => Promise<void> {
  let waiting: (() => void)[] = [];
  /** Those of `waiting` that have begun: taking each off the front would move all others. */
  let begun = 0;
  let isFree = true;
  const next = () => {
    const begin = waiting[begun];
    begun += 1;
    if (begin) {
      begin();
      setImmediate(next);
    } else {
      waiting = [];
      begun = 0;
      isFree = true;
    }
  };
  return () => {
    if (!isFree) return new Promise((resolve) => waiting.push(resolve));
    isFree = false;
    setImmediate(next);
    return Promise.resolve();
  };
}
