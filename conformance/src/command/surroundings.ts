import type { Begun } from './deployment/start-command.ts';
import type { Terminal } from './show-progress.ts';

/** Everything that the command uses of its process. */
export interface Surroundings {
  environment: Record<string, string | undefined>;
  print(text: string): void;
  /** Prints commands of GitHub Actions, which `print` would escape; undefined elsewhere. */
  tellRunner?: ((commands: string) => void) | undefined;
  /** True if printed text goes to a terminal. */
  printsToTerminal?: boolean;
  /** The words with which the user calls this command, such as `npx payment-invoice-conformance`. */
  callWords?: string;
  /** The stream for progress, which only a terminal shows. */
  terminal: Terminal;
  /** The --start command, if it has already begun. */
  begun?: Begun | undefined;
  /** Ends a run early. */
  interrupt: AbortSignal;
}
