import type { Terminal } from './show-progress.ts';

/** Everything that the command takes from the process around it. */
export interface Surroundings {
  environment: Record<string, string | undefined>;
  print(text: string): void;
  /** Prints commands of GitHub Actions, which `print` would make harmless; undefined anywhere else. */
  tellRunner?: ((commands: string) => void) | undefined;
  /** True if what is printed goes to a terminal. */
  printsToTerminal?: boolean;
  /** The words that call the command where the reader stands, such as `npx payment-invoice-conformance`. */
  callWords?: string;
  /** Progress goes here, where it is a terminal. */
  terminal: Terminal;
  /** Ends a run early. */
  interrupt: AbortSignal;
}
