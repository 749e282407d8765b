import type { Terminal } from './show-progress.ts';

/** Everything that the command takes from the process around it. */
export interface Surroundings {
  environment: Record<string, string | undefined>;
  print(text: string): void;
  /** Progress goes here, where it is a terminal. */
  terminal: Terminal;
  /** Ends a run early. */
  interrupt: AbortSignal;
}
