import type { Begun } from './deployment/start-command.ts';
import type { Terminal } from './show-progress.ts';

/** Everything that the command gets from outside: its environment, its output, and the signal that interrupts it. */
export interface Surroundings {
  environment: Record<string, string | undefined>;
  print(text: string): void;
  /** Prints workflow commands of GitHub Actions, unencoded. Undefined in other environments. */
  tellRunner?: ((commands: string) => void) | undefined;
  printsToTerminal?: boolean;
  /** The words with which the user calls this command, such as `npx payment-invoice-conformance`. */
  callWords?: string;
  /** The stream for the progress line, which is shown only if the stream is a terminal. */
  terminal: Terminal;
  /** The --start command, if it is already running. */
  begun?: Begun | undefined;
  /** Aborting this signal ends the run early. */
  interrupt: AbortSignal;
}
