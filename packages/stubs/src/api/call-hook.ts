/** A function that is called with an error. It may be asynchronous, even if its public type does not say so. */
export type Hook<Reported> = (error: Reported, requestId: string) => unknown;

/**
 * Calls a hook. If the hook itself fails, now or later, both errors are written to the console; no response changes and the
 * server keeps running.
 */
export function callHook<Reported>(hook: Hook<Reported>, error: Reported, requestId: string): void {
  const complain = (another: unknown) => {
    tellConsole(error, requestId);
    tellConsole(another, requestId);
  };
  try {
    Promise.resolve(hook(error, requestId)).catch(complain);
  } catch (another) {
    complain(another);
  }
}

/** Writes an error to the console: the hook that is used by default. */
export function tellConsole(error: unknown, requestId: string): void {
  console.error(requestId, error);
}
