/** Something that is told of an error, and may take its time over it although types say otherwise. */
export type Hook<Told> = (error: Told, requestId: string) => unknown;

/** Tells a hook. What it does wrong, at once or later, changes no answer and ends no server: the console is told of both errors. */
export function callHook<Told>(hook: Hook<Told>, error: Told, requestId: string): void {
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

/** The hook where none is given. */
export function tellConsole(error: unknown, requestId: string): void {
  console.error(requestId, error);
}
