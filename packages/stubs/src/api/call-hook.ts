/** A function that is called with an error. It may be asynchronous, although its public type says otherwise. */
export type Hook<Reported> = (error: Reported, requestId: string) => unknown;

/** Calls a hook. Its own failure, now or later, changes no response and ends no server: both errors are written to the console. */
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

/** The default hook. */
export function tellConsole(error: unknown, requestId: string): void {
  console.error(requestId, error);
}
